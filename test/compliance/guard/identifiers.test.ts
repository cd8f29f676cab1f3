import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findIdentifiers, mask } from '../../../src/compliance/guard/identifiers.ts';
import { growthForEightfold, LINEAR } from '../../support/cpuTime.ts';

const kinds = (text: string, names: string[] = []) =>
  findIdentifiers(text, names).map(({ kind, text }) => `${kind} ${text}`);

describe('what is found', () => {
  it.each([
    ['His SSN is 123-45-6789.', 'SSN 123-45-6789'],
    ['(123–45–6789)', 'SSN 123–45–6789'],
    ['social security number 123 45 6789', 'SSN 123 45 6789'],
    ['SSN:123456789', 'SSN 123456789'],
    ['SS#123-45-6789', 'SSN 123-45-6789'],
    ['No.123-45-6789.', 'SSN 123-45-6789'],
    ['ITIN 912-70-1234', 'ITIN 912-70-1234'],
    ['spouse 912-93-1234 or 912-94-1234', 'ITIN 912-94-1234'],
    ['Acme (12-3456789) files', 'EIN 12-3456789'],
    ['FEIN 123456789', 'EIN 123456789'],
    ['wire to ABA routing no. 021000021', 'ROUTING 021000021'],
    ['bank account 000123456789', 'ACCOUNT 000123456789'],
    ['Acct. # 1234-5678-90', 'ACCOUNT 1234-5678-90'],
    ['pay DE89 3704 0044 0532 0130 00 today', 'IBAN DE89 3704 0044 0532 0130 00'],
    ['die IdNr. 86 095 742 719 des Kunden', 'TAXID 86 095 742 719'],
    ['his number 65929970489', 'TAXID 65929970489'],
    ['Steuer-ID: 86095742710', 'TAXID 86095742710'],
    ['Steuernummer 181/815/08155', 'TAXID 181/815/08155'],
    ['St.-Nr.: 93815/08152', 'TAXID 93815/08152'],
    ['Steuer-Nr. 133/8150/8159', 'TAXID 133/8150/8159'],
    ['StNr. 013 815 08153', 'TAXID 013 815 08153'],
    ['Steuernummer 9181081508155', 'TAXID 9181081508155'],
    ['die Firma (DE136695976)', 'TAXID DE136695976'],
    ['USt-IdNr. DE 123 456 789', 'TAXID DE 123 456 789'],
    ['Steuernummer des Kunden lautet: 181/815/08155', 'TAXID 181/815/08155'],
    ['Steuernummer (Finanzamt Köln-Mitte) 181/815/08155', 'TAXID 181/815/08155'],
    ['Steueridentifikationsnr. 86095742710', 'TAXID 86095742710'],
    ['Steuer-Identifikationsnummer der Ehefrau: 86095742710', 'TAXID 86095742710'],
    ['Umsatzsteuer-ID: DE123456789', 'TAXID DE123456789'],
    ['Umsatzsteuer-Identifikationsnr. DE123456789', 'TAXID DE123456789'],
    ['Umsatzsteuer-Identifikationsnummer des Kunden in Österreich: DE123456789', 'TAXID DE123456789'],
    ['die Firma (DE136695976-00001)', 'TAXID DE136695976-00001'],
    ['W-IdNr.: DE123456789-00001', 'TAXID DE123456789-00001'],
    ['Wirtschafts-Identifikationsnummer DE123456789-00001', 'TAXID DE123456789-00001'],
    ['GB82WEST12345698765432', 'IBAN GB82WEST12345698765432'],
    ['card 4111 1111 1111 1111', 'CARD 4111 1111 1111 1111'],
    ['378282246310005', 'CARD 378282246310005'],
    ['3782-822463-10005', 'CARD 3782-822463-10005'],
    ["mail jane.o'hara+tax@acme.co.uk, please", "EMAIL jane.o'hara+tax@acme.co.uk"],
    ['12-3456789', 'EIN 12-3456789'],
    ['SSN is 123.45.6789.', 'SSN 123.45.6789'],
    ['his number 123 - 45 - 6789, see', 'SSN 123 - 45 - 6789'],
    ['his number 123-45-\n6789', 'SSN 123-45-\n6789'],
    ['> quoted 123-\n> 45-6789', 'SSN 123-\n> 45-6789'],
    ['number １２３-４５-６７８９.', 'SSN １２３-４５-６７８９'],
    ['number １２３－４５－６７８９.', 'SSN １２３－４５－６７８９'],
    ['number 𝟏𝟐𝟑-45-6789.', 'SSN 𝟏𝟐𝟑-45-6789'],
    ['number ٠١٢-٣٤-٥٦٧٨', 'SSN ٠١٢-٣٤-٥٦٧٨'],
    ['123\u200b-45-\u20606789\u200b', 'SSN 123\u200b-45-\u20606789'],
    ['1\u00ad2\u00ad3-45-6789', 'SSN 1\u00ad2\u00ad3-45-6789'],
    ['SSN 123\u00a045\u20096789', 'SSN 123\u00a045\u20096789'],
    ['EIN is 12 - 3456789', 'EIN 12 - 3456789'],
    ['(12-\r\n3456789)', 'EIN 12-\r\n3456789'],
    ['ITIN 912.70.1234', 'ITIN 912.70.1234'],
    ['mail jane＠acme．com', 'EMAIL jane＠acme．com'],
    ['SSN is 123_45_6789.', 'SSN 123_45_6789'],
    ['SSN is 123/45/6789.', 'SSN 123/45/6789'],
    ['his number 12 3-45-6789', 'SSN 12 3-45-6789'],
    ['his number 123-4 5-67 89', 'SSN 123-4 5-67 89'],
    ['his number 123-45\n-6789', 'SSN 123-45\n-6789'],
    ['his number 12\n3-45-6789', 'SSN 12\n3-45-6789'],
    ['> SSN 123 45\n> 6789', 'SSN 123 45\n> 6789'],
    ['two lines\n123-45-6789', 'SSN 123-45-6789'],
    ['two lines\r\n123-45-6789', 'SSN 123-45-6789'],
    ['a tab\t123-45-\t6789', 'SSN 123-45-\t6789'],
    ['{"note":"two lines\\n123-45-6789\\r\\n"}', 'SSN 123-45-6789'],
    ['ITIN 912_70_1234', 'ITIN 912_70_1234'],
    ['number 123\u201445\u20156789', 'SSN 123\u201445\u20156789'],
    ['EIN of Acme: 12\u20433456789', 'EIN 12\u20433456789'],
    ['SSN123-45-6789', 'SSN 123-45-6789'],
    ['SSN_123-45-6789', 'SSN 123-45-6789'],
    ['ssn_123456789', 'SSN 123456789'],
    ['scan_123-45-6789_final.pdf', 'SSN 123-45-6789'],
    ['__123-45-6789__', 'SSN 123-45-6789'],
    ['ssn123456789', 'SSN 123456789'],
    ['SSN\u202e123-45-6789', 'SSN 123-45-6789'],
    ['_123-45-6789_', 'SSN 123-45-6789'],
    ['his SSN: 123\u202245\u20226789', 'SSN 123\u202245\u20226789'],
    ['his SSN: 123\t45\t6789', 'SSN 123\t45\t6789'],
    ['SSN 123 45-6789', 'SSN 123 45-6789'],
    ['taxpayer ID 12/3456789', 'EIN 12/3456789'],
    ['IBAN:DE89-3704-0044-0532-0130-00', 'IBAN DE89-3704-0044-0532-0130-00'],
    ['DE89.3704.0044.0532.0130.00', 'IBAN DE89.3704.0044.0532.0130.00'],
    ['EIN 12_3456789', 'EIN 12_3456789'],
    ['card 4111 1111\n1111 1111', 'CARD 4111 1111\n1111 1111'],
    ['card 4111.1111.1111.1111', 'CARD 4111.1111.1111.1111'],
    ['pay DE89 3704 0044\n0532 0130 00', 'IBAN DE89 3704 0044\n0532 0130 00'],
    ['123\u3164-45-\ufe0f6789', 'SSN 123\u3164-45-\ufe0f6789'],
    ['123\u2800-45-\u{e0041}6789', 'SSN 123\u2800-45-\u{e0041}6789'],
    ['his number ¹²³-⁴⁵-⁶⁷⁸⁹', 'SSN ¹²³-⁴⁵-⁶⁷⁸⁹'],
    ['his number ①②③-₄₅-⑥⑦⑧⑨', 'SSN ①②③-₄₅-⑥⑦⑧⑨'],
    ['a footnote at 123-45-6789¹', 'SSN 123-45-6789'],
    ['a footnote at card 4111 1111 1111 1111⑫', 'CARD 4111 1111 1111 1111'],
    ['EIN 12~3456789', 'EIN 12~3456789'],
    ['SSN 123~45+6789', 'SSN 123~45+6789'],
    ['SSN 123|45|6789', 'SSN 123|45|6789'],
    ['SSN: 123,45,6789', 'SSN 123,45,6789'],
    ['his number 123:45:6789', 'SSN 123:45:6789'],
    ['Steuernummer 181,815,08155', 'TAXID 181,815,08155'],
    ['pay DE89|3704|0044|0532|0130|00', 'IBAN DE89|3704|0044|0532|0130|00'],
    ['mail ja\u200bne@acme.com', 'EMAIL ja\u200bne@acme.com'],
    ['the client has account 4471-220-918 there', 'ACCOUNT 4471-220-918'],
    ['Konto 532 013 000', 'ACCOUNT 532 013 000'],
    ['a/c 12345678', 'ACCOUNT 12345678'],
    ['"accountNumber": "12345678"', 'ACCOUNT 12345678'],
    ['a/c no. 12-34-56 12345678', 'ACCOUNT 12-34-56 12345678'],
    ['acct # 4471 220 918', 'ACCOUNT 4471 220 918'],
    ['account number 4471-220\n918', 'ACCOUNT 4471-220\n918'],
    ['Konto-Nr. 532 013 000', 'ACCOUNT 532 013 000'],
    ['Kto. 532013000', 'ACCOUNT 532013000'],
    ['Kto.-Nr.: 5320130', 'ACCOUNT 5320130'],
    ['sort code 12-34-56', 'ROUTING 12-34-56'],
    ['BLZ 370 400 44', 'ROUTING 370 400 44'],
    ['Bankleitzahl der Bank: 37040044', 'ROUTING 37040044'],
    ['routing number 021-000-021', 'ROUTING 021-000-021'],
    ['pay DE89 3704 0044 0532 0130 00\nThen wait', 'IBAN DE89 3704 0044 0532 0130 00'],
    ['pay AT61 1904 3002 3457 3201 then', 'IBAN AT61 1904 3002 3457 3201'],
    ['pay be68 5390 0754 7034 and wait', 'IBAN be68 5390 0754 7034'],
    ['IBAN DE89 3704 00\n44 0532 0130 00', 'IBAN DE89 3704 00\n44 0532 0130 00'],
  ])('finds the identifiers in “%s”', (text, expected) => {
    expect(kinds(text)).toEqual([expected]);
  });

  it.each([
    'Rechnung 2024/1234/56789',
    'Rechnungsnummer 86095742710',
    'Umsatz 12 345 678 901 EUR',
    'Aktenzeichen 181/815/08155',
    'DE123456789',
    'Artikel DE1366959761',
    'Artikel DE136695976-0001',
    'Artikel DE123456789-00001',
    'Kunden-ID-Nr. 86095742710',
    'Die Steuernummer fehlt. Rechnung 1234567890',
    'Die Steuernummer fehlt noch auf dem Beleg mit der Nummer 1234567890',
    '§ 139b AO: die Identifikationsnummer hat 11 Ziffern',
  ])('finds no German tax number in “%s”', (text) => {
    expect(kinds(text)).toEqual([]);
  });

  it('shows of a German tax number the last four digits', () => {
    expect(findIdentifiers('IdNr. 86 095 742 719').map(mask)).toEqual(['…2719']);
  });

  it('finds a number in the digits of every script', () => {
    const all = Array.from({ length: 0x20000 }, (_, code) => String.fromCodePoint(code)).filter((each) =>
      /\p{Nd}/u.test(each),
    );
    expect(all.length % 10).toBe(0);
    for (let zero = 0; zero < all.length; zero += 10) {
      const text = '123-45-6789'.replace(/\d/g, (digit) => all[zero + Number(digit)] ?? '');
      expect(findIdentifiers(text, []), text).toEqual([expect.objectContaining({ kind: 'SSN', value: '123456789' })]);
    }
  });

  it.each([
    ...'\u058a\u05be\u1400\u1806\u2e17\u2e3a\u301c\u30a0\ufe31\u02d7\u207b\u2212\u2796·•\u2024\u2044\u2215',
    '\u{10ead}',
  ])('finds a number whose groups are separated by %s', (sign) => {
    const text = `123${sign}45${sign}6789`;
    expect(kinds(`ID ${text} of the client`)).toEqual([`SSN ${text}`]);
  });

  it.each(['\u0332', '\u20dd', '\u20e3', '\ufe0f\u20e3', '\u0489', '\u1ab0', '\u1dc4', '\ufe20', '\u200b\u0332'])(
    'finds a number in which %s is on each sign',
    (mark) => {
      const found = findIdentifiers([...'ID 123-45-6789'].join(mark), []);
      expect(found).toEqual([expect.objectContaining({ kind: 'SSN', value: '123456789' })]);
    },
  );

  it('finds client names as whole words, in any case and spacing', () => {
    const names = ['Acme Holdings, LLC', 'Jane Roe', 'Li', 'a.b*c'];
    expect(kinds("ACME  Holdings LLC's basis; jane\nroe; Janet Roe; Li; li; Lima; A.B*C", names)).toEqual([
      'NAME ACME  Holdings LLC',
      'NAME jane\nroe',
      'NAME Li',
      'NAME A.B*C',
    ]);
    expect(kinds('nothing', ['', ' ', 'x', '.*'])).toEqual([]);
  });

  it('finds client names with any punctuation, and other names next to them', () => {
    const punctuation = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).filter(
      (character) => !/[\p{L}\p{N}]/u.test(character),
    );
    for (const mark of [...punctuation, '–', '’', '«', '€', '\ud800']) {
      for (const name of [`Jean${mark}Luc`, `${mark}Jean Luc`, `Jean Luc${mark}`]) {
        const others = ['Acme', '---', mark, name, 'Zeta'];
        expect(
          findIdentifiers(`Acme pays ${name} and Zeta`, others).filter(({ kind }) => kind === 'NAME').length,
          name,
        ).toBe(3);
      }
    }
  });

  it('finds client names with another hyphen, apostrophe or blank than in the setting', () => {
    const names = ['Jean-Luc Roe', "O'Brien"];
    expect(kinds('Jean\u2011Luc Roe; Jean Luc\u00a0Roe; JEAN-\nLUC ROE; O’Brien; Jean\u200b-Luc Roe', names)).toEqual([
      'NAME Jean\u2011Luc Roe',
      'NAME Jean Luc\u00a0Roe',
      'NAME JEAN-\nLUC ROE',
      'NAME O’Brien',
      'NAME Jean\u200b-Luc Roe',
    ]);
  });

  it('finds client names over two lines, of a quotation too', () => {
    expect(kinds('> Jane\n> Roe and Jane\\nRoe', ['Jane Roe'])).toEqual(['NAME Jane\n> Roe', 'NAME Jane\\nRoe']);
  });

  it('finds client names in other Unicode forms of their letters, and in front of a sign such as ™', () => {
    const names = ['Müller', 'Griffin', 'Acme'];
    expect(kinds('Mu\u0308ller, Griﬃn, 𝐆𝐫𝐢𝐟𝐟𝐢𝐧, Ｇｒｉｆｆｉｎ, Acme™, M\u00fcller', names)).toEqual([
      'NAME Mu\u0308ller',
      'NAME Griﬃn',
      'NAME 𝐆𝐫𝐢𝐟𝐟𝐢𝐧',
      'NAME Ｇｒｉｆｆｉｎ',
      'NAME Acme',
      'NAME M\u00fcller',
    ]);
    expect(kinds('Müller', ['Mu\u0308ller'])).toEqual(['NAME Müller']);
    expect(kinds('Muller', ['Müller'])).toEqual([]);
  });

  it('finds the longest of overlapping identifiers', () => {
    expect(kinds('ask jane@acme.com', ['acme'])).toEqual(['EMAIL jane@acme.com']);
  });
});

describe('tax text in which nothing is found', () => {
  it.each([
    'ASC 606-10-25-1 through 606-10-55-42, ASC 842-20-25-1',
    '26 CFR 1.199A-1(b)(2), Treas. Reg. § 1.263(a)-1(f)(1)(i), Reg. 301.7701-3, T.D. 9847, 84 FR 2952',
    'I.R.C. §§ 162(a), 163(j), 174, 179(b)(1), 1031(a)(3), 1.1031(k)-1, Pub. L. 115-97, 131 Stat. 2054',
    'Form 1040-ES, Form 1099-NEC, W-2, Schedule K-1 (Form 1065), Form 8949',
    'Rev. Rul. 2023-14, Rev. Proc. 87-56, 1987-2 C.B. 674, Notice 2024-37, PLR 202014010, Ann. 2022-13',
    '$1,000 to $5,000; $123,456,789.00; 123,456,789; 1 234 567 890; €12.345.678,90; 123456789 units; $123456789',
    'in 2018-2025, for 12/31/2024, 2024-12-31, 01-01-2025, fiscal 2023/2024, FY 2019-20',
    'call 202-555-0143, (800) 829-1040, +1 212 555 0187, 1-800-829-1040, 1.800.829.1040',
    'Account: 40010000, Konto 10012345, the account 20250331, account 401000, account 1200-100, GL account no. 4010, the accounts 6000000 to 6999999',
    'account 4000 Revenue, Konto 4400 Erlöse, account for 2024, account balance of 1,480,000, Kto. 4400, a/c 4000',
    'Account 2023 2024 2025, account 2026-03-31, bank account 2026-03-31, account number 2024 2025, § 401(k) account 2026',
    'account 400000-499999, account 4000 2026-03-31, account 555-0143, Konto 1.480.000.000, invoice 4471-220-918',
    'sort code 2026-03-31-1, sort codes have 6 digits, BLZ 3704004, FASB ASC 606-10-25-1, section 1031',
    'CIK 0000320193, CUSIP 037833100, ISIN US0378331005, ticket 123456789, invoice 20240001234567',
    'SFAS 109-1-12345, PCAOB AS 2201.03, AU-C 315.A123, 000-12-3456, 666-12-3456, 123-00-4567, 123-45-0000',
    'ZIP 20224-0002, page 123-45, lines 123-456, 1234-56-7890, 123-45-67890, A123-45-6789, 123-45-6789-1',
    'U.S. v. Davis, 397 U.S. 301 (1970), 99 T.C. 132, 2019-1 USTC 50,123, 117 T.C. 159, T.C. Memo. 2019-45',
    'DE89 3704 0044 0532 0130 01, 4111 1111 1111 1112, routing 021000022, @taxpayer, a@b, user@localhost',
    'Reg. 1.123.45.6789, 12.3456789%, x²¹, 10³, 3½, $1,234¹²³, on lines 100 - 20 - 2, 123.45.67890',
    '450+75+1200 is 1,725; 450*75*1200; 450=75=1200; 450,75,1200; 4111,1111,1111,1111; 4111+1111+1111+1111',
    'version 1.2.3-4567890, SHA 123456789012345678901234567890, 98-7 1/2-1234567',
  ])('finds no identifier in “%s”', (text) => {
    expect(kinds(text)).toEqual([]);
  });
});

it('the guard returns findings inside the text, in order and without overlaps, for any text', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      '\u200b',
      '１２３',
      '𝟏',
      '-\n',
      '123-45-6789',
      '4111111111111111',
      'SSN ',
      'jane@acme.com',
      'Acme',
      '-',
      '12-3456789',
      '.',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      let end = 0;
      for (const finding of findIdentifiers(text, ['Acme'])) {
        expect(finding.start).toBeGreaterThanOrEqual(end);
        expect(text.slice(finding.start, finding.end)).toBe(finding.text);
        expect(mask(finding)).not.toContain(finding.value);
        end = finding.end;
      }
    }),
  );
});

it('the guard searches for identifiers in time that does not grow with the square of the text', () => {
  const find = (text: string) => findIdentifiers(text, ['Acme Holdings']);
  for (const unit of [
    '1',
    'a',
    '1-',
    'a.',
    '1 ',
    'GB82 ',
    'a@',
    'Acme ',
    '@.',
    '1234 ',
    'account no ',
    'Steuernummer ',
    'USt-IdNr. DE123456789-0 ',
    'account 12-',
    'BLZ 370 account ',
  ]) {
    expect(growthForEightfold(find, unit.repeat(20_000 / unit.length)), unit).toBeLessThan(LINEAR);
  }
});

it('a client name is found in the name of a file, in emphasis, in two cells, and with the last word first', () => {
  const text =
    'Jane_Roe_1040.pdf (**Jane** Roe) has | Jane | Roe | for Roe/Jane and Roe, Jane with Roe,\nJane or roe , jane';
  expect(findIdentifiers(text, ['Jane Roe']).map((finding) => finding.text)).toEqual([
    'Jane_Roe',
    'Jane** Roe',
    'Jane | Roe',
    'Roe, Jane',
    'Roe,\nJane',
    'roe , jane',
  ]);
  for (const list of ['John Roe, Jane Roe', 'Roe, John; Roe, Jane'])
    expect(findIdentifiers(list, ['John Roe', 'Jane Roe']).map(({ value }) => value)).toEqual(['john roe', 'jane roe']);
});

it.each(['Kontonummer: 1234567890', 'Konto-Nr. 1234567890', 'Bankkontonummer 1234567890'])(
  'the German account number in “%s” is found',
  (text) => {
    expect(findIdentifiers(text).map(({ kind, value }) => [kind, value])).toEqual([['ACCOUNT', '1234567890']]);
  },
);

it.each(['sort code 12-34-56, account', 'BLZ 370 400 44 Konto', 'BLZ 37040044, Kto.'])(
  'a number of seven digits after “%s” is that of a bank account',
  (words) => {
    expect(kinds(`${words} 5320130`).at(-1)).toBe('ACCOUNT 5320130');
  },
);

it.each(['Account: 000123456789', 'acct 000123456789', '**Account:** 000123456789', 'Konto 000123456789'])(
  'the number after nothing but the word for an account in “%s” is found',
  (text) => {
    expect(kinds(text)).toEqual(['ACCOUNT 000123456789']);
  },
);

it('a client name is found joined, as in names of files, but not in small letters if it is short', () => {
  const text = 'MariaGonzalez.pdf, 2025RoeAnn_W2, mariagonzalez_1040.pdf, 1040MariaGonzalezW2; annroe, MariaGonzalezo';
  expect(kinds(text, ['Maria Gonzalez', 'Ann Roe'])).toEqual([
    'NAME MariaGonzalez',
    'NAME RoeAnn',
    'NAME mariagonzalez',
    'NAME MariaGonzalez',
  ]);
});

it('a client name is found with initials, except for that of a company whose last word is common', () => {
  const text = 'M. Gonzalez, M.Gonzalez, J.-L. Roe; Roe, J. owes U.M. Gonzalez, m. gonzalez. Schedule A. Trust';
  expect(kinds(text, ['Maria Gonzalez', 'Jean-Luc Roe', 'Acme Trust'])).toEqual([
    'NAME M. Gonzalez',
    'NAME M.Gonzalez',
    'NAME J.-L. Roe',
    'NAME Roe, J.',
  ]);
});

it('a client name with “&” is found with “and” or “und” in its place, and the other way around', () => {
  const found = kinds('Harbor und Sons; Harbor and Sons; Harbor&Sons; Müller & Partner; Jane and Roe; Kern & Co', [
    'Harbor & Sons',
    'Müller und Partner',
    'Kern&Co',
    'Jane Roe',
  ]);
  expect(found).toEqual([
    'NAME Harbor und Sons',
    'NAME Harbor and Sons',
    'NAME Harbor&Sons',
    'NAME Müller & Partner',
    'NAME Kern & Co',
  ]);
});

it('the name of a company is found without its legal form, and one word of it only in its case', () => {
  const names = ['Finch Metals, Inc.', 'Northgate Trading LLC', 'Acme GmbH & Co. KG', 'Kern & Co.', 'Company Inc.'];
  const text =
    "Did Finch Metals reply? northgate trading's balance, Finch Metals Inc, ACME, Acmes Kosten, acme; Kern; a kern; company; Finch";
  expect(kinds(text, names)).toEqual([
    'NAME Finch Metals',
    'NAME northgate trading',
    'NAME Finch Metals Inc',
    'NAME ACME',
    'NAME Acme',
    'NAME Kern',
  ]);
});

it('the name of a company with and without its legal form has one placeholder', () => {
  const found = findIdentifiers('Finch Metals, Inc. and Finch Metals', ['Finch Metals, Inc.']);
  expect(new Set(found.map(({ value }) => value)).size).toBe(1);
});
