import { describe, expect, it } from 'vitest';
import { decimalSignOf, readAmount } from '../../../src/service/overview/amount.ts';

describe('amounts', () => {
  it.each([
    ['1,234.50', '.', 1234.5, ''],
    ['1.234,50 €', ',', 1234.5, 'EUR'],
    ['€ 1.234', ',', 1234, 'EUR'],
    ['2.000', '.', 2, ''],
    ['-7,90', ',', -7.9, ''],
    ['(12.00)', '.', -12, ''],
    ['$(96,000)', '.', -96_000, '$'],
    ['($96,000)', '.', -96_000, '$'],
    ['(1.250,00) €', ',', -1250, 'EUR'],
    ['$-50.00', '.', -50, '$'],
    ['12,00-', ',', -12, ''],
    ["CHF 1'250.00", '.', 1250, 'CHF'],
    ['-0,00', ',', 0, ''],
    ['7 700', ',', 7700, ''],
    ['0,123', '.', 0.123, ''],
  ] as const)('%s with decimals behind %s is %d %s', (text, sign, amount, currency) => {
    expect(readAmount(text, sign)).toEqual({ amount, currency });
  });

  it.each([
    '19 %',
    'RE-507',
    '10,31 Nm',
    '',
    '1.2.3.4',
    '12.00 13.00',
    '030 123 456',
    '+49 932 431 500',
    '(12.00',
    'ISO 9001',
    '100 PCS',
    'MAY 2025',
  ])('%j is none', (text) => {
    expect(readAmount(text, '.')).toBeNull();
  });

  it('have the decimal sign that most of a document shows, and that of its language otherwise', () => {
    expect(decimalSignOf(['534,87', '1.163', '16.02.2017'], 'en')).toBe(',');
    expect(decimalSignOf(['$4.11', '1,163'], 'de')).toBe('.');
    expect(decimalSignOf(['1.163'], 'de')).toBe(',');
    expect(decimalSignOf([], 'en')).toBe('.');
  });
});
