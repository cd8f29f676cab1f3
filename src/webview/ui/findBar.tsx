import type { Page } from '../pageModel.ts';
export function FindBar(_: { page: Page }) {
  return null;
}
