/** Builds the page once for all page tests, which test the built files. */
import { runNode } from '../../../scripts/support/run.ts';

export default async function setup(): Promise<void> {
  for (const entry of ['page', 'pdfPage', 'overviewPage', 'workbookPage'])
    await runNode(['scripts/build.ts', '--only', entry], { quiet: true });
}
