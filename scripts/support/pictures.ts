/** What a program of screenshots gets from `scripts/screenshots.ts`. */
import type { Workbench } from '../../test/vscode/support/window.ts';

export interface Pictures {
  readonly settings: Record<string, unknown>;
  /** Called when the chat is open. */
  readonly arrange: (workbench: Workbench) => Promise<void>;
  readonly picture: (workbench: Workbench, what: string) => Promise<void>;
}
