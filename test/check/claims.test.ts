import { describe, expect, it } from 'vitest';
import { checkGrounding } from '../support/grounding.ts';

/** Makes the passage long enough to tell that something is missing. */
const REST = ' This sentence only makes the passage longer.';

const kindsIn = (claim: string, passage: string, title = '§ 9999. Passage') =>
  checkGrounding({ question: '', answer: claim, sources: [{ title, text: passage + REST }] }).map(({ kind }) => kind);

describe('amounts', () => {
  it.each([
    ['The cap is 1 million dollars [1].', 'shall not exceed $1,000,000.'],
    ['The cap is one million dollars [1].', 'shall not exceed $1,000,000.'],
    ['The cap is $1 million [1].', 'shall not exceed $1,000,000.'],
    ['The cap is $1M [1].', 'shall not exceed $1,000,000.'],
    ['The cap is USD 1,000,000 [1].', 'shall not exceed $1,000,000.'],
    ['The cap is US$1,000,000 [1].', 'shall not exceed $1,000,000.'],
    ['The cap is $1 000 000 [1].', 'shall not exceed $1,000,000.'],
    ['The cap is $1.0 million [1].', 'shall not exceed $1,000,000.'],
    ['The cap is a million dollars [1].', 'shall not exceed $1,000,000.'],
    ['The cap is half a million dollars [1].', 'shall not exceed $500,000.'],
    ['The cap is $500k [1].', 'shall not exceed $500,000.'],
    ['The cap is **$500,000** [1].', 'shall not exceed $500,000.'],
    ['The cap is \\$500,000 [1].', 'shall not exceed $500,000.'],
    ['The cap is $500,000.00 [1].', 'shall not exceed $500,000.'],
    ['The fee is 55 cents a ton [1].', 'a tax of $.55 per ton'],
    ['The fee is $0.55 a ton [1].', 'a tax of $.55 per ton'],
    ['The fee is 18.4 cents per gallon [1].', 'the rate is 18.4 cents per gallon.'],
    ['The fee is $0.184 per gallon [1].', 'the rate is 18.4 cents per gallon.'],
    ['It is $2.9 billion [1].', 'equal to $2,900,000,000 in all cases.'],
    ['The limit is twenty-five thousand dollars [1].', 'shall not exceed $25,000.'],
    ['The limit is 25 thousand dollars [1].', 'shall not exceed $25,000.'],
    ['The tax is five dollars a head [1].', 'a tax of $5 per person.'],
    ['The tax is about $13,000 [1].', 'the amount is $12,950 for the year.'],
    ['The tax is nearly $13,000 [1].', 'the amount is $12,950 for the year.'],
    ['The reserve was some $1.24 million [1].', 'the reserve was $1,243,500 at year-end.'],
    ['The reserve was $1.24 million [1].', 'the reserve was $1,243,500 at year-end.'],
    ['The loss was $1,234 [1].', 'Net loss (1,234) for the period ended December 31.'],
    ['The loss was ($1,234) [1].', 'Net loss $1,234 for the period ended December 31.'],
    ['The cap is ＄５００ [1].', 'shall not exceed $500.'],
    ['Between $5 and $10 [1].', 'not less than $5 nor more than $10.'],
    ['The tax is $5-10 per unit [1].', 'not less than $5 nor more than $10.'],
    ['A three-dollar tax per passenger [1].', 'a tax of $3 per passenger.'],
    ['The $3-per-passenger tax [1].', 'a tax of $3 per passenger.'],
    ['The penalty is $195 per partner per month [1].', '$195, multiplied by the number of persons who were partners'],
  ])('The claim "%s" is found in "%s"', (claim, passage) => {
    expect(kindsIn(claim, passage)).toEqual([]);
  });

  it.each([
    ['amount', 'The reserve was $1,234,500 [1].', 'the reserve was $1,243,500 at year-end.'],
    ['amount', 'The reserve was $1.29 million [1].', 'the reserve was $1,243,500 at year-end.'],
    ['amount', 'The limit may not exceed $1.2 million [1].', 'shall not exceed $1,160,000.'],
    ['amount', 'The cap is €500 [1].', 'shall not exceed $500.'],
    ['amount', 'The cap is $1.5 million [1].', 'shall not exceed $1,000,000.'],
    ['amount', 'The cap is two million dollars [1].', 'shall not exceed $1,000,000.'],
    ['amount', 'The cap is $100,000 [1].', 'shall not exceed $1,000,000.'],
    ['amount', 'The cap is 65 cents [1].', 'a tax of $.55 per ton'],
    ['amount', 'The tax is about $15,000 [1].', 'the amount is $12,950 for the year.'],
    ['amount', 'The tax is $179 [1].', 'Section 179 property costs $250.'],
    ['amount', 'The tax is $30 [1].', 'within 30 days pay $250.'],
  ])('A finding of the kind %s is reported for "%s" with the passage "%s"', (kind, claim, passage) => {
    expect(kindsIn(claim, passage)).toContain(kind);
  });
});

describe('percentages', () => {
  it.each([
    ['The rate is one half [1].', 'an amount equal to 50 percent of the cost.'],
    ['Half of the cost is deductible [1].', 'an amount equal to 50 percent of the cost.'],
    ['50 per cent of the cost [1].', 'an amount equal to 50 percent of the cost.'],
    ['50 % of the cost [1].', 'an amount equal to one-half of the cost.'],
    ['A 50-percent share [1].', 'an amount equal to 50 percent of the cost.'],
    ['A fifty percent share [1].', 'an amount equal to 50 percent of the cost.'],
    ['Two thirds of the cost [1].', '66 2/3 percent of the cost.'],
    ['66⅔ percent of the cost [1].', '66 2/3 percent of the cost.'],
    ['Two-thirds of the cost [1].', '66⅔ percent of the cost.'],
    ['One third of the cost [1].', '33 1/3 percent of the cost.'],
    ['A third of the cost [1].', 'one-third of the cost.'],
    ['A tenth of the cost [1].', '10 percent of the cost.'],
    ['One in ten, that is 10 % [1].', '10 percent of the cost.'],
    ['7½ percent of income [1].', '7.5 percent of adjusted gross income.'],
    ['7 1/2 % of income [1].', '7.5 percent of adjusted gross income.'],
    ['Seven and a half percent of income [1].', '7.5 percent of adjusted gross income.'],
    ['0.5 percent per month [1].', 'one-half of 1 percent for each month.'],
    ['half a percent per month [1].', '0.5 percent for each month.'],
    ['50 basis points [1].', '0.5 percent for each month.'],
    ['3.8 percentage points [1].', '3.8 percent of the lesser of'],
    ['The whole amount, i.e. 100 percent [1].', '100 percent of the amount.'],
    ['more than three fourths [1].', 'more than 75 percent of the value.'],
    ['80% or more [1].', 'at least 80 percent of the total.'],
    ['four fifths of the stock [1].', 'at least 80 percent of the total.'],
    ['22 % [1].', 'The factor is 0.22 for this class of property.'],
    ['Between 15 and 30 percent [1].', 'at least 15 percent but not more than 30 percent'],
    ['15–30 % [1].', 'at least 15 percent but not more than 30 percent'],
    ['15% to 30% [1].', 'at least 15 percent but not more than 30 percent'],
    ['20 (or 25) percent [1].', '20 percent (25 percent in the case of'],
    ['20 or 25 percent [1].', '20 percent (25 percent in the case of'],
  ])('The claim "%s" is found in "%s"', (claim, passage) => {
    expect(kindsIn(claim, passage)).toEqual([]);
  });

  it.each([
    ['percent', 'The rate is one third [1].', 'an amount equal to 50 percent of the cost.'],
    ['percent', 'A quarter of the cost [1].', 'an amount equal to 50 percent of the cost.'],
    ['percent', '5.5 percent per month [1].', '5 percent for each month.'],
    ['percent', 'about 5.5 percent per month [1].', '5 percent for each month.'],
    ['percent', 'Between 10 and 30 percent [1].', 'at least 15 percent but not more than 30 percent'],
    ['percent', 'The rate is 30 percent [1].', 'within 30 days; 15 percent of the value'],
    ['percent', 'forty percent of the cost [1].', 'an amount equal to 50 percent of the cost.'],
  ])('A finding of the kind %s is reported for "%s" with the passage "%s"', (kind, claim, passage) => {
    expect(kindsIn(claim, passage)).toContain(kind);
  });
});

describe('dates', () => {
  it.each([
    ['By 31 December 2020 [1].', 'before or on December 31, 2020 , and'],
    ['By 31 Dec 2020 [1].', 'before or on December 31, 2020 , and'],
    ['By 31-Dec-2020 [1].', 'before or on Dec. 31, 2020 , and'],
    ['On 12/31/2020 [1].', 'on December 31, 2020 , and'],
    ['On Dec. 31, 2020 [1].', 'on December 31, 2020 , and'],
    ['On 2020-12-31 [1].', 'on December 31, 2020 , and'],
    ['On the 31st of December 2020 [1].', 'on December 31, 2020 , and'],
    ['From February 1, 2031 [1].', '6\tFebruary 1, 2030\t$48,675\n7\tFebruary 1, 2031\t$49,892'],
    ['At the end of 2020 [1].', 'on December 31, 2020 , and'],
    ['After year-end 2020 [1].', 'after December 31, 2020 , and'],
    ['From 2021 on [1].', 'beginning after December 31, 2020 , and'],
    ['From January 1, 2021 [1].', 'beginning after December 31, 2020 , and'],
    ['For years beginning in 2021 or later [1].', 'beginning after December 31, 2020 , and'],
    ['Through 2025 [1].', 'and before January 1, 2026.'],
    ['Until the end of 2025 [1].', 'and before January 1, 2026.'],
    ['For 2018 through 2025 [1].', 'beginning after December 31, 2017, and before January 1, 2026.'],
    ['For 2018–2025 [1].', 'beginning after December 31, 2017, and before January 1, 2026.'],
    ['For tax years 2018 to 2025 [1].', 'beginning after December 31, 2017, and before January 1, 2026.'],
    ['Before 2026 [1].', 'and before January 1, 2026.'],
    ['In September 2012 [1].', 'on September 30, 2012, the fee'],
    ['By the 15th of April [1].', 'on or before the 15th day of April following the close of the calendar year.'],
    ['By April 15th [1].', 'on or before the 15th day of April following the close of the calendar year.'],
    ['By 15 April [1].', 'on or before the 15th day of April following the close of the calendar year.'],
    ['mid-April, April 15 [1].', 'on or before the 15th day of April following the close of the calendar year.'],
    ['The Act of 1971 [1].', 'the Federal Election Campaign Act of 1971.'],
    ['after 1986 [1].', 'taxable years beginning after December 31, 1986'],
    ['by March 1 of the next year [1].', 'not later than the 1st day of March'],
  ])('The claim "%s" is found in "%s"', (claim, passage) => {
    expect(kindsIn(claim, passage)).toEqual([]);
  });

  it.each([
    ['date', 'After 2021 [1].', 'beginning after December 31, 2020 , and'],
    ['date', 'On December 30, 2020 [1].', 'on December 31, 2020 , and'],
    ['date', 'On 2020-11-30 [1].', 'on December 31, 2020 , and'],
    ['date', 'By April 18 [1].', 'on or before the 15th day of April'],
    ['date', 'By the 16th of April [1].', 'on or before the 15th day of April'],
    ['date', 'Since 2010 [1].', 'after September 30, 2012, the fee'],
    ['date', 'By October 15 [1].', 'on or before the 15th day of April'],
    ['date', 'In December 2021 [1].', 'on December 31, 2020 , and'],
  ])('A finding of the kind %s is reported for "%s" with the passage "%s"', (kind, claim, passage) => {
    expect(kindsIn(claim, passage)).toContain(kind);
  });
});

describe('counts and periods', () => {
  it.each([
    ['| pc | 212 | 236 | -24 | [1]', 'BRG-6316,Bearings 6316,pc,212,236,-24,87.40,-2097.60,yes'],
    ['| 212 | 236 | yes | [1]', '212,236,yes'],
    ['Within a period of three years [1].', 'within 3 years after the return was filed.'],
    ['A 36-month period [1].', 'within 3 years after the return was filed.'],
    ['Two weeks [1].', 'within 14 days after.'],
    ['within one year [1].', 'within 1 year of the date.'],
    ['twelve months [1].', 'within 1 year of the date.'],
    ['For eighteen months [1].', 'a period of 18 months.'],
    ['after age fifty-nine and a half [1].', 'attains age 59½,'],
    ['after age 59 1/2 [1].', 'attains age 59½,'],
    ['persons aged 65 or older [1].', 'has attained age 65 before the close'],
    ['at 65 years of age [1].', 'has attained age 65 before the close'],
    ['when the person turns 21 [1].', 'the day on which such person attains age 21.'],
    ['a 45-day window [1].', 'which is 45 days after the date'],
    ['within forty-five days [1].', 'which is 45 days after the date'],
    ['a dozen members [1].', 'composed of 12 members.'],
    ['a hundred shareholders [1].', 'have more than 100 shareholders.'],
    ['at most 100 owners [1].', 'have more than 100 shareholders.'],
    ['10 or more employees [1].', '10 or more employees'],
    ['at least ten workers [1].', '10 or more employees'],
    ['five consecutive years [1].', '5-consecutive-year period'],
    [
      'within 90 days (150 if abroad) [1].',
      'Within 90 days, or 150 days if the notice is addressed to a person outside the United States',
    ],
    ['There are three conditions: a, b and c [1].', '(1) a, (2) b, (3) c'],
    ['a half-year [1].', 'a period of 6 months.'],
    ['six taxable years [1].', 'the 6 taxable years following'],
    ['two spouses and one child [1].', 'the taxpayer and a child under this'],
    ['the last 5 of those 8 years [1].', '5 or more years during the 8-year period'],
    ['five out of eight years [1].', '5 or more years during the 8-year period'],
    ['48 hours [1].', 'not less than 48 hours'],
    ['two days, i.e. 48 hours [1].', 'not less than 48 hours'],
  ])('The claim "%s" is found in "%s"', (claim, passage) => {
    expect(kindsIn(claim, passage)).toEqual([]);
  });

  it.each([
    ['count', 'within 60 days [1].', 'within 3 months, 30 days'],
    ['count', 'within four years [1].', 'within 3 years after the return was filed.'],
    ['count', 'a 24-month period [1].', 'within 3 years after the return was filed.'],
    ['count', 'after age 60 [1].', 'attains age 59½,'],
    ['count', '75 shareholders [1].', 'have more than 100 shareholders.'],
    ['count', 'at least twenty workers [1].', '10 or more employees'],
    ['count', 'two weeks [1].', 'within 10 days after.'],
    ['count', '3 months [1].', 'within 3 years after the return was filed.'],
    ['count', 'five months [1].', 'within 6 months, except for the 5 percent'],
  ])('A finding of the kind %s is reported for "%s" with the passage "%s"', (kind, claim, passage) => {
    expect(kindsIn(claim, passage)).toContain(kind);
  });
});

describe('sections and authorities', () => {
  it.each([
    [
      'Under § 179(b)(1) [1].',
      '## (b) Limitations\n\n(1) Dollar limitation\n\nshall not exceed $1,000,000.',
      '§ 179. Election',
    ],
    [
      'Under section 179(b)(1) and (2) [1].',
      '## (b) Limitations\n\n(1) Dollar limitation\n\nshall not exceed $1,000,000.\n\n(2) Reduction\n\nshall be',
      '§ 179. Election',
    ],
    [
      'Under IRC 179 [1].',
      '## (b) Limitations\n\n(1) Dollar limitation\n\nshall not exceed $1,000,000.',
      '§ 179. Election',
    ],
    [
      'Under Code Sec. 179(b) [1].',
      '## (b) Limitations\n\n(1) Dollar limitation\n\nshall not exceed $1,000,000.',
      '§ 179. Election',
    ],
    [
      'Under 26 USC 179(b) [1].',
      '## (b) Limitations\n\n(1) Dollar limitation\n\nshall not exceed $1,000,000.',
      '§ 179. Election',
    ],
    [
      'See subsection (b)(1) [1].',
      '## (b) Limitations\n\n(1) Dollar limitation\n\nshall not exceed $1,000,000.',
      '§ 179. Election',
    ],
    [
      'See paragraph (1) of section 179(b) [1].',
      '## (b) Limitations\n\n(1) Dollar limitation\n\nshall not exceed $1,000,000.',
      '§ 179. Election',
    ],
    [
      'See § 179, subsection (b), paragraph (1) [1].',
      '## (b) Limitations\n\n(1) Dollar limitation\n\nshall not exceed $1,000,000.',
      '§ 179. Election',
    ],
    [
      'See § 179(a) [1].',
      '## (b) Limitations\n\n(1) which may be taken into account under subsection (a) shall not exceed $1,000,000.',
      '§ 179. Election',
    ],
    ['See section 6013 [1].', 'a joint return for such year under section 6013.', '§ 1244. Losses'],
    ['See sections 1092 and 263(g) [1].', 'sections 1092 and 263(g) shall not apply', '§ 1256. x'],
    ['See §§ 1092, 263(g) [1].', 'sections 1092 and 263(g) shall not apply', '§ 1256. x'],
    ['See section 263 [1].', 'sections 1092 and 263(g) shall not apply', '§ 1256. x'],
    [
      'Section 401(k) plans and 403(b) accounts [1].',
      'a plan described in section 401(k) or a section 403(b) annuity',
      '§ 402A. x',
    ],
    ['A 401(k) participant [1].', 'a participant in a plan', '§ 402A. x'],
    ['A 501(c)(3) organization [1].', 'an organization described in section 501(c)(3).', '§ 170. x'],
    ['**Department · paragraph 54**', 'Applicants must have an endorsement.', 'Department · paragraph 54'],
    [
      'See § 1202(a)(4)(C)(ii) [1].',
      '## (a) Exclusion\n\n(4) 100 percent\n\n(C) certain\n\n(i) one\n\n(ii) two',
      '§ 1202. x',
    ],
    [
      'See clause (ii) of § 1202(a)(4)(C) [1].',
      '## (a) Exclusion\n\n(4) 100 percent\n\n(C) certain\n\n(i) one\n\n(ii) two',
      '§ 1202. x',
    ],
    [
      'See Treas. Reg. § 1.263(a)-1(f) [1].',
      '(f) De minimis safe harbor election\n\n(1) In general',
      'Treas. Reg. § 1.263(a)-1 Capital expenditures',
    ],
    [
      'ASC 842-20-25-1 requires it [1].',
      '842-20-25-1 At the commencement date, a lessee shall recognize',
      'ASC 842-20-25-1 Recognition',
    ],
    ['ASC 842 requires it [1].', 'At the commencement date, a lessee shall recognize', 'ASC 842-20-25-1 Recognition'],
    [
      'IFRS 16.22 requires it [1].',
      '22 At the commencement date, a lessee shall recognise a right-of-use asset',
      'IFRS 16 Leases',
    ],
    [
      'paragraph 22 of IFRS 16 requires it [1].',
      '22 At the commencement date, a lessee shall recognise a right-of-use asset',
      'IFRS 16 Leases',
    ],
    ['Under Revenue Ruling 59-60 [1].', 'See Rev. Rul. 59-60, 1959-1 C.B. 237.', '§ 2031. x'],
    [
      'In Commissioner v. Glenshaw Glass Co., 348 U.S. 426, so held [1].',
      'See Commissioner v. Glenshaw Glass Co., 348 U.S. 426 (1955).',
      '§ 61. x',
    ],
    ['The Social Security Act applies [1].', 'as defined in title II of the Social Security Act', '§ 162. x'],
  ])('The claim "%s" is found in "%s"', (claim, passage, title) => {
    expect(kindsIn(claim, passage, title)).toEqual([]);
  });

  it.each([
    [
      'section',
      'See § 179(c) [1].',
      '## (b) Limitations\n\n(1) which may be taken into account under subsection (a) shall not exceed $1,000,000.',
      '§ 179. Election',
    ],
    [
      'section',
      'See § 179(b)(3) [1].',
      '## (b) Limitations\n\n(1) Dollar limitation\n\nshall not exceed $1,000,000.',
      '§ 179. Election',
    ],
    [
      'section',
      'See subsection (d) [1].',
      '## (b) Limitations\n\n(1) Dollar limitation\n\nshall not exceed $1,000,000.',
      '§ 179. Election',
    ],
    [
      'foreign-authority',
      'See § 197(b) [1].',
      '## (b) Limitations\n\n(1) Dollar limitation\n\nshall not exceed $1,000,000.',
      '§ 179. Election',
    ],
    ['section', 'See section 263(h) [1].', 'sections 1092 and 263(g) shall not apply', '§ 1256. x'],
    [
      'section',
      'See § 1202(a)(4)(C)(iii) [1].',
      '## (a) Exclusion\n\n(4) 100 percent\n\n(C) certain\n\n(i) one\n\n(ii) two',
      '§ 1202. x',
    ],
    [
      'foreign-authority',
      'See Reg. 1.263(a)-3 [1].',
      '(f) De minimis safe harbor election\n\n(1) In general',
      'Treas. Reg. § 1.263(a)-1 Capital expenditures',
    ],
    [
      'foreign-authority',
      'ASC 842-30 requires it [1].',
      'At the commencement date, a lessee shall recognize',
      'ASC 842-20-25-1 Recognition',
    ],
    ['foreign-authority', 'Under Rev. Rul. 59-60 [1].', 'the value of stock', '§ 2031. x'],
    [
      'foreign-authority',
      'In Commissioner v. Glenshaw Glass the Court said so [1].',
      'all income from whatever source derived',
      '§ 61. x',
    ],
    ['foreign-authority', 'IRS Publication 463 explains it [1].', 'ordinary and necessary expenses', '§ 162. x'],
    ['foreign-authority', 'T.C. Memo. 2019-12 held so [1].', 'ordinary and necessary expenses', '§ 162. x'],
    ['foreign-authority', 'The Tax Cuts and Jobs Act changed it [1].', 'ordinary and necessary expenses', '§ 162. x'],
    ['foreign-authority', 'Treas. Reg. § 1.61-1 says so [1].', 'ordinary and necessary expenses', '§ 61. x'],
    ['foreign-authority', 'ASC 606 applies [1].', 'ordinary and necessary expenses', '§ 61. x'],
    ['foreign-authority', 'Announcement 2020-12 applies [1].', 'ordinary and necessary expenses', '§ 61. x'],
  ])('A finding of the kind %s is reported for "%s" with the passage "%s"', (kind, claim, passage, title) => {
    expect(kindsIn(claim, passage, title)).toContain(kind);
  });
});

describe('names of forms', () => {
  it.each([
    ['File Form 706 within 9 months [1].', 'within 9 months after the date of the decedent’s death.', '§ 6075. x'],
    ['Use Schedule C or Form 1099-NEC, line 7 [1].', 'the return of the taxpayer shall', '§ 6075. x'],
    ['See the 2023 Form 8889 [1].', 'the return of the taxpayer shall', '§ 6075. x'],
    ['The Form W-2G and Form 1042-S [1].', 'the return of the taxpayer shall', '§ 6075. x'],
  ])('The claim "%s" is found in "%s"', (claim, passage, title) => {
    expect(kindsIn(claim, passage, title)).toEqual([]);
  });
});

describe('quotations', () => {
  it.each([
    ['It is “ordinary and necessary expenses paid” [1].', 'all the ordinary and necessary expenses paid or incurred'],
    ['It is "ordinary and necessary expenses paid" [1].', 'all the ordinary and necessary expenses paid or incurred'],
    ['It is ‘ordinary and necessary expenses paid’ [1].', 'all the ordinary and necessary expenses paid or incurred'],
    ['It is “ordinary and necessary … incurred” [1].', 'all the ordinary and necessary expenses paid or incurred'],
    [
      'It is “all the ordinary [expenses] paid or incurred” [1].',
      'all the ordinary and necessary expenses paid or incurred',
    ],
    [
      'It is “all the ordinary and necessary expenses paid or incurred.” [1]',
      'all the ordinary and necessary expenses paid or incurred',
    ],
    ['> all the ordinary and necessary expenses paid [1]', 'all the ordinary and necessary expenses paid or incurred'],
  ])('The claim "%s" is found in "%s"', (claim, passage) => {
    expect(kindsIn(claim, passage)).toEqual([]);
  });

  it.each([
    [
      'quote',
      'It is “the ordinary and usual expenses paid” [1].',
      'all the ordinary and necessary expenses paid or incurred',
    ],
    [
      'quote',
      'It is “paid or incurred … ordinary and necessary” [1].',
      'all the ordinary and necessary expenses paid or incurred',
    ],
    [
      'quote',
      '> all the ordinary and usual expenses paid [1]',
      'all the ordinary and necessary expenses paid or incurred',
    ],
  ])('A finding of the kind %s is reported for "%s" with the passage "%s"', (kind, claim, passage) => {
    expect(kindsIn(claim, passage)).toContain(kind);
  });
});

it('a sentence in the words of its source is not said to be its opposite, whatever else the source says', () => {
  const text =
    'The Act restored the full allowance of 100 percent for property acquired after January 19, 2025, without an end date. Property acquired before January 20, 2025 keeps the lower percentage.';
  const sentence =
    'The Act restored the full allowance of 100 percent for property acquired after January 19, 2025 [1].';
  const turned =
    'The Act did not restore the full allowance of 100 percent for property acquired after January 19, 2025 [1].';
  const check = (answer: string) => checkGrounding({ question: '', answer, sources: [{ title: 'Allowance', text }] });
  expect(check(sentence)).toEqual([]);
  expect(check(turned)).toMatchObject([{ kind: 'opposite' }]);
});

describe('the year of an amount', () => {
  const after = 'The fee is $500 after December 31, 2024.';
  const before = 'The fee is $500 before January 1, 2020.';
  const between = 'The fee is $500 after 2020 and before 2023.';

  it.each([
    ['2025', after],
    ['2019', before],
    ['2022', between],
  ])('%s is within “%s”', (year, passage) => {
    expect(kindsIn(`The fee is $500 in ${year} [1].`, passage)).toEqual([]);
  });

  it.each([
    ['2024', after],
    ['2020', before],
    ['2023', between],
  ])('%s is outside of “%s”', (year, passage) => {
    expect(kindsIn(`The fee is $500 in ${year} [1].`, passage)).toEqual(['opposite']);
  });
});
