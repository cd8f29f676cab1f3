import { expect, it } from 'vitest';
import {
  isCardNumber,
  isEin,
  isIban,
  isItin,
  isRoutingNumber,
  isSsn,
  passesLuhn,
} from '../../../src/compliance/guard/checkDigits.ts';

/** The number with its last digit replaced so that the weights 3, 7, 1 give a multiple of ten. */
function routing(first: number): string {
  const digits = `${String(first).padStart(2, '0')}345678`;
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * ([3, 7, 1][i % 3] ?? 0), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

it('routing numbers begin with two digits that are in use, and have a check digit', () => {
  const inUse = Array.from({ length: 100 }, (_, first) => first).filter((first) => isRoutingNumber(routing(first)));
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  expect(inUse).toEqual([...range(0, 12), ...range(21, 32), ...range(61, 72), 80]);
  expect(isRoutingNumber('021000021')).toBe(true);
  expect(['021000022', '000000000', '02100002', '0210000210'].map(isRoutingNumber)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

it('the check digit of Luhn detects every changed digit', () => {
  expect(passesLuhn('4111111111111111')).toBe(true);
  for (let at = 0; at < 16; at++) {
    const changed = [...'4111111111111111'].map((digit, i) => (i === at ? String((Number(digit) + 1) % 10) : digit));
    expect(passesLuhn(changed.join(''))).toBe(false);
  }
  expect(['0', '18', '91', '59', '5'].map(passesLuhn)).toEqual([true, true, true, true, false]);
});

it('card numbers have the lengths and first digits of the networks', () => {
  const valid = [
    '4111111111111111',
    '5555555555554444',
    '378282246310005',
    '6011111111111117',
    '3530111333300000',
    '2223003122003222',
  ];
  expect(valid.map(isCardNumber)).toEqual(valid.map(() => true));
  expect(['4111111111111112', '0000000000000000', '9111111111111111', '411111111111'].map(isCardNumber)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

it('an IBAN has the length of its country and the remainder 1', () => {
  expect(['DE89370400440532013000', 'GB82WEST12345698765432', 'NO9386011117947'].map(isIban)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['DE88370400440532013000', 'DE8937040044053201300', 'XX89370400440532013000', ''].map(isIban)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

it('numbers of persons and employers are in the ranges that are assigned', () => {
  expect(['123456789', '000456789', '666456789', '900456789', '123006789', '123450000'].map(isSsn)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(['912701234', '912501234', '912651234', '912891234', '912931234', '812701234'].map(isItin)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(['123456789', '073456789', '173456789', '493456789', '120000000', '963456789'].map(isEin)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});
