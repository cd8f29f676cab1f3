import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { expect, it } from 'vitest';
import { createPlaceholders } from '../../../src/compliance/guard/placeholders.ts';
import { emptyAnswer, newConversation, type Turn } from '../../../src/conversation/conversation.ts';
import { alreadySent, checkMessages } from '../../../src/extension/compliance/guard.ts';
import { growthForEightfold, LINEAR } from '../../support/cpuTime.ts';

const names = ['Acme Corp'];
const texts = ['Acme Corp (12-3456789) paid 123-45-6789; ACME CORP again, and SSN 123456789'];

it('the guard uses one placeholder for an identifier in whatever notation', () => {
  expect(createPlaceholders(texts, names).replace(texts[0] ?? '')).toBe(
    '[NAME-1] ([EIN-1]) paid [SSN-1]; [NAME-1] again, and SSN [SSN-1]',
  );
});

it('the guard finds a number again that only a word next to it told, in every text and without that word', () => {
  const question = 'The checking account is 000123456789, the routing number 021000021, Steuernummer 12/345/67890.';
  const answer = '| 000123456789 | 021000021 |\n\nNo. 000123456789 021000021, ref. A000123456789, 12/345/67890.';
  const { replace } = createPlaceholders([question, answer], []);
  expect(replace(question)).toBe(
    'The checking account is [ACCOUNT-1], the routing number [ROUTING-1], Steuernummer [TAXID-1].',
  );
  expect(replace(answer)).toBe(
    '| [ACCOUNT-1] | [ROUTING-1] |\n\nNo. [ACCOUNT-1] [ROUTING-1], ref. A[ACCOUNT-1], [TAXID-1].',
  );
});

it('the guard finds a name in the German genitive, but not in another word', () => {
  expect(createPlaceholders([], ['Schmidt']).replace('Schmidts Antrag, Schmidtstraße')).toBe(
    '[NAME-1]s Antrag, Schmidtstraße',
  );
});

it('what the guard restores in an answer is replaced again when the answer is sent with the next question', () => {
  const question = 'Schmidt (SSN 123-45-6789, joe@acme.com) has the bank account 000123456789.';
  const first = createPlaceholders([question], ['Schmidt']);
  const neighbor = fc.constantFrom(...'a1s-.,/:$§_*|] ()\u200b\u0301ßé', '\\', '0'.repeat(70));
  const placeholder = fc.constantFrom('[NAME-1]', '\\[NAME-1\\]', '[SSN-1]', '[EMAIL-1]', '[ACCOUNT-1]');
  fc.assert(
    fc.property(fc.array(fc.oneof(neighbor, placeholder), { maxLength: 8 }), (pieces) => {
      const restorer = first.restorer();
      const answer = restorer.push(pieces.join('')) + restorer.end();
      const sent = createPlaceholders([question, answer], ['Schmidt']).replace(answer);
      expect(sent).not.toMatch(/Schmidt|45-6789|joe@acme|123456789/);
    }),
    { numRuns: 2000 },
  );
});

it('the guard does not use a placeholder that already appears in the text', () => {
  const all = ['[SSN-1] is a mark of my own', 'SSN 123-45-6789'];
  const placeholders = createPlaceholders(all, []);
  expect(placeholders.replace(all[1] ?? '')).toBe('SSN [SSN-2]');
  const restorer = placeholders.restorer();
  expect(restorer.push('[SSN-1] and [SSN-2]') + restorer.end()).toBe('[SSN-1] and 123-45-6789');
});

it('the guard restores placeholders with escaped brackets, and leaves unknown placeholders', () => {
  const restorer = createPlaceholders(texts, names).restorer();
  expect(restorer.push('\\[NAME-1\\] [NAME-2] [EIN-1') + restorer.end()).toBe('Acme Corp [NAME-2] [EIN-1');
});

it('the guard restores the same text for any split into chunks, and holds back only what can become a placeholder', () => {
  const placeholders = createPlaceholders(texts, names);
  const piece = fc.oneof(
    fc.constantFrom('[SSN-1]', '[NAME-1]', '[', '\\[', '[SS', 'N-1]', '[EIN-1]('),
    fc.string({ maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), fc.array(fc.nat(200), { maxLength: 8 }), (pieces, cuts) => {
      const text = pieces.join('');
      const whole = placeholders.restorer();
      const expected = whole.push(text) + whole.end();
      const restorer = placeholders.restorer();
      const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
      let out = '';
      for (const [i, place] of places.entries()) out += restorer.push(text.slice(place, places[i + 1] ?? place));
      expect(out + restorer.end()).toBe(expected);
    }),
  );
  const restorer = placeholders.restorer();
  expect(restorer.push('a [1] b [x')).toBe('a [1] b [x');
});

it('the guard restores the original text after replacement, for any text', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('123-45-6789 ', 'Acme Corp ', '12-3456789 ', '$& ', '[', 'x ')), (pieces) => {
      const text = pieces.join('');
      const placeholders = createPlaceholders([text], names);
      const sent = placeholders.replace(text);
      expect(sent).not.toMatch(/123-45|Acme/);
      const restorer = placeholders.restorer();
      expect(restorer.push(sent) + restorer.end()).toBe(text);
    }),
  );
});

it('the guard replaces and restores numbers of accounts and codes of banks, however their digits are grouped', () => {
  const word = fc.constantFrom(
    'account ',
    'a/c no. ',
    'Konto: ',
    'Kto. ',
    'acct # ',
    'Konto-Nr. ',
    'BLZ ',
    'sort code ',
  );
  const groups = fc.array(fc.stringMatching(/^\d{2,4}$/), { minLength: 3, maxLength: 4 });
  const other = fc.constantFrom('account 4000 Revenue. ', '2026-03-31: ', '$& ', '[ACCOUNT-1] ', '');
  fc.assert(
    fc.property(fc.array(fc.tuple(other, word, groups, fc.constantFrom(' ', '-'))), (parts) => {
      const numbers = parts.map(([, , digits, gap]) => digits.join(gap));
      const text = parts.map(([before, name], i) => `${before}${name}${numbers[i]}; `).join('');
      const placeholders = createPlaceholders([text], []);
      const sent = placeholders.replace(text);
      for (const [i, [, name]] of parts.entries())
        if (
          !/BLZ|sort/.test(name) &&
          !/^(?:19|20)/.test(numbers[i] ?? '') &&
          (numbers[i] ?? '').replace(/\D/g, '').length > 8
        )
          expect(sent).not.toContain(`${name}${numbers[i]};`);
      const restorer = placeholders.restorer();
      expect(restorer.push(sent) + restorer.end()).toBe(text);
    }),
  );
});

const restored = (text: string) => {
  const restorer = createPlaceholders(texts, names).restorer();
  return restorer.push(text) + restorer.end();
};

it.each([
  '[details](https://evil.example/?q=[SSN-1])',
  '[details](<https://evil.example/? q=[SSN-1]>)',
  '[details](\n&#104;ttps&#58;//evil.example/?q=\\[SSN-1\\])',
  '[details](&#104;ttps&colon;//evil.example/[SSN-1]?x)',
  '[details]([SSN-1]&#46;evil.example)',
  '[1]: https://evil.example/?q=[SSN-1]',
  '[1]: <&#104;ttps://evil.example/? a b [SSN-1]>',
  '![x](https://evil.example/[SSN-1].png)',
  '<https://evil.example/[SSN-1]>',
  'see www.evil.example/?q=[SSN-1] and HTTPS://EVIL.EXAMPLE/[SSN-1]',
  'www\\.evil.example/[SSN-1]',
  'see //evil.example/?q=[SSN-1]',
  '\\//evil.example/[SSN-1]',
  '/\\/evil.example/[SSN-1]',
  'write to [SSN-1]@evil.example or [SSN-1][SSN-1].x@evil.example',
  '[SSN-1]&commat;evil.example',
  'mailto:a@evil.example?body=[SSN-1] xmpp:[SSN-1]@evil.example',
  `https://evil.example/${'a'.repeat(5000)}[SSN-1]`,
  `[x](<https://evil.example/${'a '.repeat(3000)}[SSN-1]>)`,
  '[x](<https://evil.example/ y](z q= [SSN-1]>)',
  '[x](<https://evil.example/ y]: z q= [SSN-1]>)',
  '[x](<https://evil.example/ \\> q= [SSN-1]>)',
  '[x]:\n<https://evil.example/ \\< q= [SSN-1]>',
  'see evil.example/?q=[SSN-1]',
  'evil\\.example\\/[SSN-1]',
  '**evil.example**/[SSN-1]',
  'evil.example:8080/a/[SSN-1] and evil.example#[SSN-1]',
  'EVIL.EXAMPLE?[EIN-1][SSN-1]',
  'evil.example./?[SSN-1]',
  'xn--e1afmkfd.xn--p1ai/[SSN-1] or \u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444/[SSN-1]',
  'evil\u3002example/[SSN-1]',
  '203.0.113.5/?q=[SSN-1]',
  'at [SSN-1].evil.example or x-[SSN-1]-y.[EIN-1].evil.example/',
  '[x](https://evil.example/?q=\u00a0[SSN-1])',
  '[x](evil\u3000[SSN-1])',
  '[x]: evil\u2003[SSN-1]',
  'https://evil.example/?q=\ufeff[SSN-1]',
  '<https://evil.example/\u00a0[SSN-1]>',
])('a placeholder in the address of “%s” is not restored', (text) => {
  expect(restored(text)).not.toContain('123-45');
  for (let cut = 0; cut <= Math.min(text.length, 100); cut++) {
    const restorer = createPlaceholders(texts, names).restorer();
    expect(restorer.push(text.slice(0, cut)) + restorer.push(text.slice(cut)) + restorer.end()).not.toContain('123-45');
  }
});

/** Programs that link what looks like an address, also without a scheme. */
const viewer = new MarkdownIt({ linkify: true });
viewer.linkify.set({ fuzzyLink: true, fuzzyIP: true, fuzzyEmail: true });
/** Without the name of the site, which nobody can have registered without knowing an identifier in it. */
function withoutSiteName(target: string): string {
  const [, scheme = '', host = '', rest = ''] = /^(http:\/\/)?([^/?#:]*)(.*)$/s.exec(target) ?? [];
  return scheme + host.split('.').toSpliced(-2, 1).join('.') + rest;
}

it('no link that a preview of Markdown makes of an answer has a restored identifier, for any text', () => {
  const piece = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        '[SSN-1]',
        '\\[SSN-1\\]',
        '[NAME-1]',
        'evil.com',
        'evil.com/',
        '?q=',
        'https://',
        '//',
        '](',
      ),
    },
    fc.constantFrom(...'[](){}<>"\'\\/.:;,?#&=@*_~`!|-\n\t 1ax'),
    fc.constantFrom(
      '[x](',
      '[x]: ',
      '\n\n[x]',
      'www.',
      '.com',
      '.co.uk',
      ':80',
      '&#46;',
      '\u00a0',
      '\u3000',
      '\ufeff',
      '\u200b',
      '\u3002',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 2, maxLength: 14 }), (pieces) => {
      const html = viewer.render(restored(pieces.join('')));
      const targets = Array.from(html.matchAll(/(?:href|src)="([^"]*)"/g), ([, target = '']) => target).filter(
        (target) => /^[\p{L}\p{N}.-]+$/u.test(URL.parse(target, 'https://page.example/')?.hostname ?? ''),
      );
      expect(targets.filter((target) => /123-45|Acme|Corp/.test(withoutSiteName(target)))).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

it('a placeholder at the end of an address of any length with blanks is not restored', () => {
  for (const words of [100, 4000, 4096, 9000, 50_000]) {
    const text = `[x](<https://evil.example/${'a '.repeat(words)}[SSN-1]>)`;
    expect(restored(text).includes('123-45'), `${words} words`).toBe(false);
  }
});

it.each([
  ['SSN:[SSN-1], ([SSN-1]).', 'SSN:123-45-6789, (123-45-6789).'],
  ['[NAME-1]: [SSN-1]', 'Acme Corp: 123-45-6789'],
  ['**[NAME-1]**([EIN-1]) and [NAME-1]/[EIN-1]', '**Acme Corp**(12-3456789) and Acme Corp/12-3456789'],
  ['[the file](https://a.example/) of [NAME-1]', '[the file](https://a.example/) of Acme Corp'],
  ['| [NAME-1] | [SSN-1] |', '| Acme Corp | 123-45-6789 |'],
  [
    'the U.S./[EIN-1], i.e./[SSN-1], 1.263(a)-1/[SSN-1], No.12/[EIN-1]',
    'the U.S./12-3456789, i.e./123-45-6789, 1.263(a)-1/123-45-6789, No.12/12-3456789',
  ],
  ['is it [NAME-1].xlsx?', 'is it Acme Corp.xlsx?'],
  ['[NAME-1].2024.pdf and 2024_[EIN-1]_return.pdf?', 'Acme Corp.2024.pdf and 2024_12-3456789_return.pdf?'],
  ['of [NAME-1].It paid [SSN-1].', 'of Acme Corp.It paid 123-45-6789.'],
  ['see irs.gov, [NAME-1], and §\u00a0179 [SSN-1]', 'see irs.gov, Acme Corp, and §\u00a0179 123-45-6789'],
  ['`[SSN-1]` and \\[NAME-1\\]’s', '`123-45-6789` and Acme Corp’s'],
])('the placeholders of “%s” are restored', (text, expected) => {
  expect(restored(text)).toBe(expected);
});

it('the guard restores in time that does not grow with the square of the text', () => {
  const { replace, restorer } = createPlaceholders(texts, names);
  expect(replace('Acme Corp')).toBe('[NAME-1]');
  for (const unit of ['[SSN-1]', '[SSN-1] ', '](', '](< [SSN-1]', 'a', '[NAME-1', '\\[']) {
    const restore = (text: string) => {
      const each = restorer();
      for (let at = 0; at < text.length; at += 64) each.push(text.slice(at, at + 64));
      each.end();
    };
    // Longer than the part of a line that is looked at for each word.
    expect(growthForEightfold(restore, unit.repeat(16_000 / unit.length)), unit).toBeLessThan(LINEAR);
  }
});

const human = (content: string) => ({ role: 'human', content }) as const;
const options = { names: [], alreadySent: 0, blockedText: 'Blocked.' };

it('the guard applies the identifier guard modes off, warn, replace and block', () => {
  const messages = [human('SSN 123-45-6789 and again 123-45-6789')];
  expect(checkMessages(messages, { ...options, mode: 'off' })).toMatchObject({ findings: [], blocked: null });
  const findings = [{ kind: 'SSN', masked: '***-**-6789' }];
  const warned = checkMessages(messages, { ...options, mode: 'warn' });
  expect(warned).toMatchObject({ findings, blocked: null });
  expect(warned.rewrite).toBeUndefined();
  expect(warned.offered?.outgoing(messages)).not.toEqual(messages);
  expect(checkMessages(messages, { ...options, mode: 'block' })).toMatchObject({ findings, blocked: 'Blocked.' });
  const replaced = checkMessages(messages, { ...options, mode: 'replace' });
  expect(replaced).toMatchObject({ findings, blocked: null });
  expect(replaced.rewrite?.outgoing(messages)).toEqual([human('SSN [SSN-1] and again [SSN-1]')]);
  expect(checkMessages([human('§ 179')], { ...options, mode: 'block' })).toMatchObject({ findings: [], blocked: null });
});

it('the guard warns once per service, and again when another service receives the history', () => {
  const turn = (id: string, parent: string | null, service: string): Turn => ({
    id,
    parent,
    epoch: 1,
    askedAt: 0,
    question: { text: '123-45-6789', selections: [] },
    askMode: 'auto',
    zeroRetention: false,
    service,
    guard: 'warn',
    answer: { ...emptyAnswer('done'), text: 'Yes.' },
  });
  const turns = [turn('t1', null, 'library'), turn('t2', 't1', 'api.example')];
  const conversation = { ...newConversation({ id: 'c', now: 0 }), turns, currentTurnId: 't2' };
  expect(alreadySent(conversation, 't2', 'library')).toBe(2);
  expect(alreadySent(conversation, 't2', 'api.example')).toBe(0);
  const messages = [human('123-45-6789'), { role: 'ai', content: 'Yes.' } as const, human('And 2024?')];
  expect(checkMessages(messages, { ...options, mode: 'warn', alreadySent: 2 }).findings).toEqual([]);
  expect(checkMessages(messages, { ...options, mode: 'warn' }).findings).toHaveLength(1);
  expect(checkMessages(messages, { ...options, mode: 'block', alreadySent: 2 }).blocked).toBe('Blocked.');
});
