import { describe, expect, it } from 'vitest';
import { authorityOf, findCitations } from '../../../src/service/search/authority.ts';

const found = (text: string) => findCitations(text).map(({ key, pin }) => (pin === '' ? key : `${key} ${pin}`));

describe('citations in a text', () => {
  it.each([
    ['What does 199A(b)(2)(B) limit?', ['199a b.2.B']],
    ['sec. 1031 exchange', ['1031']],
    ['Does section 280f apply, or § 7g?', ['280f', '7g']],
    ['§ 179 and the rest', ['179']],
    ['§6662(d)(1)(B) threshold', ['6662 d.1.B']],
    ['Under IRC section 6038A(d)', ['6038a d']],
    ['s. 362(e)(2) election', ['362 e.2']],
    ['sections 1245, 1250 and 1231', ['1245', '1250', '1231']],
    ['Reg. 1.704-1 and Treas. Reg. § 1.263(a)-3', ['1.704-1', '1.263(a)-3']],
    ['Reg. 1.704-1(b)(2)', ['1.704-1 b.2']],
    ['see ASC 606-10-25 and ASC 842', ['asc 606-10-25', 'asc 842']],
    ['AS 2301 and AU-C 240', ['as 2301', 'au-c 240']],
    ['26 USC 1031', ['1031']],
    ['26 U.S.C. § 61', ['61']],
    ['4980H(b) rather than (a)', ['4980h b']],
    ['section 401(k) elective deferrals', ['401 k']],
    ['401(k)(3) test', ['401 k.3']],
    ['§ 1400Z-2 fund', ['1400z-2']],
    ['§ 179(b)(1) and (b)(2)', ['179 b.1', '179 b.2']],
    ['section 163(j)(1)(A), (B) or (C)', ['163 j.1.A', '163 j.1.B', '163 j.1.C']],
    ['§ 704(c)(1)(A) and (d), and § 752(a)', ['704 c.1.A', '704 d', '752 a']],
    ['Reg. § 1.263(a)-1(f) and (g)', ['1.263(a)-1 f', '1.263(a)-1 g']],
    ['§ 179(b)(1) (see page 3)', ['179 b.1']],
    ['9904.403-40 allocation, 200.313(c), FAR 52.204-21', ['9904.403-40', '200.313 c', '52.204-21']],
  ])('finds the citations of "%s"', (text, keys) => {
    expect(found(text)).toEqual(keys);
  });

  it.each([
    'my 401(k) plan',
    'a motion listed in Fed.R.App.P 4(a)(4)',
    'FRCP 12(b)(6) and Fed. R. Civ. P. 56(c)',
    'Form 1040 and Schedule C',
    'Form 8949 was not filed',
    'in 2017 and 2018',
    'he paid $1,031 or $179k',
    'title 26 USC',
    'as 12 people said',
    'a 30 percent tax after 183 days',
    '$200.501, 200.501 % or 1,200.501, 12.50 an hour, on 2024.05.06 from 10.1.2.345',
  ])('finds no citation in "%s"', (text) => {
    expect(found(text)).toEqual([]);
  });
});

it('authorityOf returns the authority that a title begins with', () => {
  expect(authorityOf('§ 199A. Qualified business income')).toBe('199a');
  expect(authorityOf('ASC 606-10-25 Recognition')).toBe('asc 606-10-25');
  expect(authorityOf('Reg. § 1.704-1 Partner’s share')).toBe('1.704-1');
  expect(authorityOf('Memo on the sale under § 1231')).toBe('');
  expect(authorityOf('Lease workpaper 2024')).toBe('');
});
