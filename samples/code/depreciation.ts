/**
 * MACRS depreciation for Harbor & Finch's fixed asset register: 200 % declining balance, half-year convention,
 * as § 168(b)(1), (c) and (d) prescribe for 3-, 5- and 7-year property. Amounts in whole cents.
 */

/** Percent of the depreciable basis by year of recovery (Rev. Proc. 87-57, Table A-1). */
const HALF_YEAR_TABLE = {
  3: [33.33, 44.45, 14.81, 7.41],
  5: [20.0, 32.0, 19.2, 11.52, 11.52, 5.76],
  7: [14.29, 24.49, 17.49, 12.49, 8.93, 8.92, 8.93, 4.46],
} as const;

export type RecoveryPeriod = keyof typeof HALF_YEAR_TABLE;

export interface Asset {
  readonly cost: number;
  readonly recoveryPeriod: RecoveryPeriod;
  /** Cost that was expensed under § 179: it reduces the basis first. */
  readonly section179?: number;
  /** Special allowance under § 168(k) as a fraction, for example 0.4 or 1. */
  readonly specialAllowance?: number;
}

/** Deduction for each tax year, beginning with the one in which the asset is placed in service. */
export function depreciationSchedule(asset: Asset): number[] {
  const afterElection = asset.cost - (asset.section179 ?? 0);
  const allowance = Math.round(afterElection * (asset.specialAllowance ?? 0));
  const basis = afterElection - allowance;
  const years = HALF_YEAR_TABLE[asset.recoveryPeriod].map((percent) => Math.round((basis * percent) / 100));
  years[0] = (years[0] ?? 0) + (asset.section179 ?? 0) + allowance;
  return years;
}

/**
 * True when more than 40 % of the year's bases were placed in service in its last three months: then § 168(d)(3) asks for
 * the mid-quarter convention, and the table above does not apply.
 */
export function needsMidQuarter(bases: readonly { readonly month: number; readonly basis: number }[]): boolean {
  const total = bases.reduce((sum, item) => sum + item.basis, 0);
  const late = bases.filter((item) => item.month >= 10).reduce((sum, item) => sum + item.basis, 0);
  return total > 0 && late / total > 0.4;
}
