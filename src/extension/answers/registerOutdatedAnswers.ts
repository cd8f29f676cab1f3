/** The command that shows what quotes lines of a law that have changed since. */
import type { Feature } from '../common/contributions.ts';
import type { OutdatedDeps } from './outdatedAnswers.ts';

export function registerOutdatedAnswers(deps: OutdatedDeps): Feature<'fiscal.showOutdatedAnswers'> {
  return {
    commands: {
      async 'fiscal.showOutdatedAnswers'() {
        const { showOutdatedAnswers } = await import('./outdatedAnswers.ts');
        await showOutdatedAnswers(deps);
      },
    },
    dispose() {},
  };
}
