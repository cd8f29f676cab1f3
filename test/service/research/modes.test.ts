import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plainQuestion } from '../../../src/protocol/question.ts';
import { eventually } from '../../support/eventually.ts';
import { IRC, temporaryFolder } from '../temporary.ts';
import { about, ask, askWhileReading, researcher } from './asking.ts';

const QUESTION =
  'What is the basis of a partner in his interest after he contributes property, and is gain recognized on the contribution?';

describe('each mode behaves in its own way', () => {
  it('fast research makes one search and quotes at most four sources', async () => {
    const made = researcher({ folders: [IRC] });
    await made.ready();
    const answer = await ask(made, QUESTION, 'tax_research_fast_research');
    expect(answer.sources.length).toBeLessThanOrEqual(4);
    expect(answer.steps).toEqual([expect.stringMatching(/^Searching \d+ documents$/)]);
  });

  it('normal research quotes more passages and follows no references', async () => {
    const made = researcher({ folders: [IRC] });
    const fast = await ask(made, QUESTION, 'tax_research_fast_research');
    const normal = await ask(made, QUESTION, 'tax_research_normal');
    expect(normal.sources.length).toBeGreaterThan(fast.sources.length);
    expect(normal.sources.length).toBeLessThanOrEqual(6);
    expect(normal.text).not.toContain('Followed references');
  });

  it('deep research names the references that it follows, and quotes at most fourteen sources', async () => {
    const question =
      'What is the rule on exchanges of real property between related persons, and what is a related person?';
    const answer = await ask(researcher({ folders: [IRC] }), question, 'tax_research_deep_research');
    expect(answer.steps.some((step) => /^Following .+, referred to in § \w+$/.test(step))).toBe(true);
    expect(answer.text).toContain('### Followed references');
    expect(answer.sources.length).toBeGreaterThan(6);
    expect(answer.sources.length).toBeLessThanOrEqual(14);
  });

  it('audit research prefers accounting and audit documents, in the order requirement, guidance, documentation', async () => {
    const folder = temporaryFolder();
    const document = (kind: string, title: string, text: string) =>
      `---\ntitle: ${title}\nkind: ${kind}\n---\n\n${text}\n`;
    const files = {
      'tax.md': document(
        'tax',
        'Inventory in tax',
        'Inventory counts for tax: the inventory is counted at the end of the year, the count of inventory.',
      ),
      'standard.md': document(
        'audit',
        'AS 9001 Inventory observation',
        'The auditor must observe the count of inventory.',
      ),
      'guide.md': document(
        'audit',
        'AS 9002 Guide to counts',
        'A count of inventory is easier for the auditor to observe when nothing moves in the meantime.',
      ),
      'paper.md': document(
        'audit',
        'AS 9003 Records on counts',
        'The workpapers of the auditor record who went to observe the count of inventory and which tags were used.',
      ),
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const answer = await ask(
      researcher({ folders: [folder] }),
      'How is the count of inventory observed?',
      'audit_research',
    );
    const headings = answer.text.match(/^#### .+$/gm)?.slice(0, 3);
    expect(headings).toEqual(['#### Requirement', '#### Guidance', '#### Documentation']);
    expect(answer.sources[0]?.kind).toBe('audit');
  });

  it('web search states that the library does not search the web, and searches the library', async () => {
    const answer = await ask(researcher({ folders: [IRC] }), 'wash sale of stock', 'tax_research_web_search');
    expect(answer.steps.join()).toContain('does not search the web');
    expect(answer.text).toContain('does not search the web');
    expect(answer.sources[0]?.title).toContain('§ 1091');
  });
});

describe('auto', () => {
  const chosen = async (question: string, allowed: Parameters<typeof ask>[3] = null) => {
    const answer = await ask(researcher({ folders: [IRC] }), question, 'auto', allowed);
    return answer.steps.find((step) => step.startsWith('Selected '));
  };

  it('auto chooses the mode by stated rules and gives the reason', async () => {
    expect(await chosen('What is a wash sale?')).toBe('Selected fast research: the question asks for one thing');
    expect(await chosen('What does ASC 842 require in the financial statements?')).toBe(
      'Selected audit research: the question is about accounting or auditing standards',
    );
    expect(
      await chosen(
        'What is the gain on liquidation of the corporation, what is the basis of the shareholder in the land, and when must the return be filed?',
      ),
    ).toBe('Selected deep research: the question has several parts');
    expect(await chosen('How far back can an IRS audit go?')).toContain('fast research');
  });

  it('auto chooses only allowed modes', async () => {
    expect(await chosen('What does ASC 842 require?', ['tax_research_normal'])).toContain('normal research');
    expect(await chosen('What is a wash sale?', ['audit_research'])).toContain('audit research');
  });
});

describe('an answer', () => {
  it('an answer begins with what was found, and states that it quotes, what is missing, and the date', async () => {
    const answer = await ask(researcher({ folders: [IRC] }), 'Is the loss on a wash sale of zebra stock deductible?');
    expect(answer.text).toMatch(/^Quoted: .+ The closest is § 1091\(\w\) \[1\]\./);
    expect(answer.text.split('These are quotations')).toHaveLength(2);
    expect(answer.text).toMatch(/\n\n\*These are quotations from your documents\..+\*$/);
    expect(answer.text).toContain('- No quoted passage contains: zebra.');
    expect(answer.text).toContain('No date was found');
  });

  it('an answer does not name words of asking as missing', async () => {
    const question = 'Which zebra records are needed for a loss on a wash sale?';
    const { text } = await ask(researcher({ folders: [IRC] }), question);
    expect(text).toMatch(/No quoted passage contains: .*zebra/);
    expect(text).not.toMatch(/No quoted passage contains: .*needed/);
  });

  it('an answer shows the date of the document', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'p.md'),
      '---\ntitle: Mileage policy\ndate: 2024-07-01\n---\n\nThe mileage rate for employees is 67 cents.\n',
    );
    const answer = await ask(researcher({ folders: [folder] }), 'What is the mileage rate for employees?');
    expect(answer.sources[0]).toMatchObject({ date: '2024-07-01', line: 6, endLine: 6 });
    expect(answer.text).toContain('text as of 2024-07-01');
    expect(answer.text).toContain('amounts and dates are as of 2024-07-01');
  });

  it('an answer quotes the subsection that the question cites', async () => {
    const answer = await ask(
      researcher({ folders: [IRC] }),
      '§ 1031(f)(3) related person',
      'tax_research_fast_research',
    );
    expect(answer.sources[0]?.cited?.name).toBe('§ 1031(f)(3)');
    expect(answer.sources[0]?.snippet).toContain('the term “related person” means');
  });

  it('an answer names a cited authority that the library does not have, and the section that it belongs to', async () => {
    const answer = await ask(
      researcher({ folders: [IRC] }),
      'What does Reg. 1.704-1(b)(2) say about the partner’s distributive share?',
    );
    expect(answer.text).toContain('Reg. 1.704-1(b)(2) is not in the library. § 704, which it belongs to, is quoted.');
    expect(answer.sources[0]?.title).toContain('§ 704');
  });

  it.each(['What does § 179 allow?', 'section 1031(f)(3)', 'IRC 1014(e) and § 1041', 'Does §179(b)(1) apply?'])(
    'an authority that the library has is not reported as missing: %s',
    async (question) => {
      const answer = await ask(researcher({ folders: [IRC] }), question);
      expect(answer.sources.length).toBeGreaterThan(0);
      expect(answer.text).not.toContain('is not in the library');
    },
  );

  it('a follow-up question is searched with the words of the question before', async () => {
    const made = researcher({ folders: [IRC] });
    const answer = await ask(
      made,
      ['What does section 179 allow?', 'and what about the limit?'],
      'tax_research_fast_research',
    );
    expect(answer.sources[0]?.title).toMatch(/^§ 179\(b\)\(1\)\. /);
    expect(answer.sources[0]?.section).toContain('Limitations');
  });

  it('the suggestions are questions about what the passages name', async () => {
    const answer = await ask(researcher({ folders: [IRC] }), 'What does section 1031(a) exclude?');
    expect(answer.suggestions.length).toBeGreaterThan(0);
    expect(answer.suggestions.length).toBeLessThanOrEqual(4);
    expect(answer.suggestions.every((suggestion) => suggestion.endsWith('?'))).toBe(true);
  });

  it('the suggestions never repeat the question, and contain no amount that is cut', async () => {
    const made = researcher({ folders: [IRC] });
    const first = await ask(made, 'What does section 1031(a) exclude?', 'tax_research_fast_research');
    for (const suggestion of first.suggestions) {
      expect(suggestion).not.toMatch(/\$[\d,]*,(?!\d)/);
      const next = await ask(made, suggestion, 'tax_research_fast_research');
      expect(next.suggestions).not.toContain(suggestion);
    }
  });

  it('suggestions name the sections next to the quoted ones, authorities first, without their labels, in every mode', async () => {
    const folder = temporaryFolder();
    const sections = ['Relevance', 'Work of a specialist', 'External confirmation', 'Inventory'];
    const standard = sections.map(
      (title, at) => `## 500-${at + 1}-5 ${title}\n\n${title} of audit evidence is evaluated.\n`,
    );
    writeFileSync(join(folder, 'au-c.md'), `# AU-C 500 Audit evidence\n\n${standard.join('\n')}`);
    const own = ['Facts', 'Open points'].map((title) => `## ${title}\n\nThe specialist asked for ${title}.\n`);
    writeFileSync(join(folder, 'memo.md'), `# Memo on the specialist\n\n${own.join('\n')}`);
    for (const mode of ['tax_research_fast_research', 'audit_research'] as const) {
      const { sources, suggestions } = await ask(
        researcher({ folders: [folder] }),
        'How is the work of a specialist evaluated?',
        mode,
      );
      const asked = suggestions.filter((suggestion) => suggestion.startsWith('What does AU-C 500 say on'));
      const quoted = sources.map(({ title }) => title).join();
      expect(asked.length + sources.length).toBeGreaterThanOrEqual(4);
      expect(suggestions.length).toBeLessThanOrEqual(4);
      for (const suggestion of suggestions) {
        const [, section = ''] = /on “(.+)”\?$/.exec(suggestion) ?? [];
        expect([...sections, 'Facts', 'Open points']).toContain(section);
        expect(quoted).not.toContain(section);
      }
    }
  });

  it('a missing word is named with the letter case of the question', async () => {
    const { text } = await ask(researcher({ folders: [IRC] }), 'Can a gift bought in October be excluded from income?');
    expect(text).toContain('“October”');
    expect(text).not.toContain('october');
  });

  it('an answer shows authorities and own documents in two parts, and own documents without a role', async () => {
    const folder = temporaryFolder();
    const text = 'The mileage rate for employees is 67 cents.';
    writeFileSync(join(folder, 'a.md'), `# § 9999 Mileage rate for employees\n\n${text}\n`);
    writeFileSync(
      join(folder, 'm.md'),
      `# Memo on the mileage rate\n\nWe use this mileage rate for employees. ${text}\n`,
    );
    const answer = await ask(researcher({ folders: [folder] }), 'What is the mileage rate for employees?');
    const headings = answer.text.match(/^#{3,4} .+$/gm)?.slice(0, 3);
    expect(headings?.[0] === '### Your documents' ? [...headings.slice(1), headings[0]] : headings).toEqual([
      '### Authorities',
      '#### Rule',
      '### Your documents',
    ]);
  });

  it('a selection is used as context of the question', async () => {
    const text =
      'The company sold shares at a loss and bought substantially identical stock within 30 days: a wash sale.';
    const question = about('Check this against the rules', 'memo.md', 3, text);
    const answer = await ask(researcher({ folders: [IRC] }), question);
    expect(answer.sources[0]?.title).toContain('§ 1091');
  });

  it('an answer arrives in chunks of a few words and stops on abort', async () => {
    const made = researcher({ folders: [IRC] });
    const whole = await ask(made, QUESTION);
    expect(Math.max(...whole.pieces.map((piece) => piece.trim().split(/\s+/).length))).toBeLessThanOrEqual(4);
    const stop = new AbortController();
    let pieces = 0;
    const request = {
      question: plainQuestion(QUESTION),
      context: [],
      askMode: 'tax_research_normal' as const,
      allowedAskModes: null,
      zeroDataRetention: false,
    };
    for await (const output of made.research(request, stop.signal)) {
      if (output.type !== 'text') continue;
      pieces += 1;
      if (pieces === 10) stop.abort();
    }
    expect(pieces).toBe(10);
  });

  it('a question does not wait for a large library that is read for the first time, and its answer says so', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, '0.md'), '# Mileage policy\n\nThe mileage rate is 65 cents.\n');
    for (let number = 1; number <= 2_000; number += 1) writeFileSync(join(folder, `${number}.md`), `lathe ${number}\n`);
    const delay = new Int32Array(new SharedArrayBuffer(4));
    // All files take more than eight seconds.
    const made = researcher({ folders: [folder], onProgress: () => void Atomics.wait(delay, 0, 0, 40) });
    const answer = await askWhileReading(made, 'What is the mileage rate?');
    expect(answer.text).toMatch(/Not searched yet: [\d,]+ of 2,001 documents\./);
    expect(answer.steps).toContainEqual(expect.stringMatching(/documents\. Searching those that were read$/));
    expect(answer.text).toContain('65 cents');
  });

  it('a question is answered from the current text of a document while an update of a large library runs', async () => {
    const folder = temporaryFolder();
    const write = (rate: string) => {
      for (let number = 1; number <= 2_000; number += 1) {
        writeFileSync(join(folder, `${number}.md`), `lathe ${number} ${rate}\n`);
      }
      writeFileSync(join(folder, 'z.md'), `# Mileage policy\n\nThe mileage rate is ${rate} now.\n`);
    };
    write('65 cents');
    const delay = new Int32Array(new SharedArrayBuffer(4));
    let pause = 0;
    let done = 0;
    const made = researcher({
      folders: [folder],
      onProgress(progress) {
        done = progress.phase === 'reading' ? progress.done : 0;
        Atomics.wait(delay, 0, 0, pause);
      },
    });
    await made.ready();
    write('six dollars');
    // All files take more than eight seconds.
    pause = 40;
    const updated = made.refresh();
    await eventually(() => expect(done).toBeGreaterThan(0));
    const answer = await askWhileReading(made, 'What is the mileage rate?');
    expect(answer.text).toContain('The mileage rate is six dollars now.');
    expect(answer.text).toMatch(/Not read yet: [\d,]+ of 2,001 new or changed documents\./);
    made.cancel();
    await updated;
  });

  it('a quoted document that has changed on disk is read again', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'p.md');
    writeFileSync(path, '# Mileage policy\n\nThe mileage rate is 65 cents.\n');
    const made = researcher({ folders: [folder] });
    await made.ready();
    writeFileSync(path, '# Mileage policy\n\n(new)\n\nThe mileage rate is 67 cents now.\n');
    const answer = await ask(made, 'What is the mileage rate?');
    expect(answer.steps).toContain('Reading a changed document again');
    expect(answer.text).toContain('The mileage rate is 67 cents now.');
    rmSync(path);
    const gone = await ask(made, 'What is the mileage rate?');
    expect(gone.sources).toEqual([]);
  });

  it('the same text in several files is quoted once', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.md'), '# Mileage policy\n\nThe mileage rate is\n65 cents.\n');
    writeFileSync(join(folder, 'c.md'), '# Mileage policy, copy\n\nThe mileage rate is 65 cents.\n');
    const answer = await ask(researcher({ folders: [folder] }), 'What is the mileage rate?');
    expect(answer.sources).toHaveLength(1);
  });

  it('the answer of an empty library says what to do', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'empty'));
    const answer = await ask(researcher({ folders: [join(folder, 'empty')] }), 'What is a wash sale?');
    expect(answer.text).toContain('The library contains no documents');
    const gone = await ask(researcher({ folders: [join(folder, 'missing')] }), 'What is a wash sale?');
    expect(gone.text).toContain('The folder is not there any more.');
  });

  it('titles of documents are escaped in an answer', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'p.md'),
      '---\ntitle: "[Mileage](https://evil.example) **policy** <b>"\n---\n\nThe mileage rate is 65 cents.\n',
    );
    const answer = await ask(researcher({ folders: [folder] }), 'What is the mileage rate?');
    expect(answer.text).toContain('\\[Mileage\\](https://evil.example) \\*\\*policy\\*\\*');
  });
});

it('the library answers unusual questions without failing', async () => {
  const made = researcher({ folders: [IRC] });
  for (const question of [
    '',
    '   ',
    '???',
    '"',
    'a" OR b NEAR(',
    '§',
    '()()()',
    '\u0000',
    'x'.repeat(50_000),
    '🙂',
    'NOT AND OR',
    '*',
    'the of and',
  ]) {
    const answer = await ask(made, question);
    expect(answer.text).not.toBe('');
  }
});
