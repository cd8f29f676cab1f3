import { expect, it, onTestFinished } from 'vitest';
import { openRendererPage } from '../markdown/support/rendererPage.ts';

it('a component shows a signal that changed after the component was rendered and before it watched the signal', async () => {
  const { page, close } = await openRendererPage('../../state/support/signalEntry.tsx');
  onTestFinished(close);
  await expect.poll(() => page.locator('p').textContent()).toBe('1');
});
