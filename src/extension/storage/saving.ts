/** How one conversation gets to the disk: as a whole under its next revision, or as the answer so far beside it. */

import { type Conversation, isRunning, type Turn } from '../../conversation/conversation.ts';
import { toLines, toPartial } from '../../conversation/fileFormat.ts';
import { keptPart, withEphemeralTurns } from '../../conversation/keptPart.ts';
import { type Labels, labelsOf, reconcile } from '../../conversation/reconcile.ts';
import type { SaveResult } from '../../conversation/store.ts';
import type { StoreFiles } from './diskFiles.ts';
import { codeOf } from './fileErrors.ts';
import { newestRevisions, parseName, partialName, setAsideName, wholeName } from './fileNames.ts';
import { readConversation } from './readConversation.ts';

/** What this window knows of a conversation on disk. */
interface Base {
  readonly revision: number;
  readonly labels: Labels;
  /** What was last written as a whole, while a request runs: so that its growing answer is told from any other change. */
  readonly running: Conversation | null;
  /** Turns that another window ran when this one read the conversation, and that window. */
  readonly foreign: { readonly owner: string; readonly turns: ReadonlySet<string> } | null;
}

export interface SavingDeps {
  readonly files: StoreFiles;
  readonly owner: string;
  readonly newId: () => string;
  /** The title of a copy that is kept because another window changed the same conversation. */
  readonly copyTitle: (title: string) => string;
  readonly now: () => number;
  onRunning(): void;
  onSetAside(file: string, reason: string): void;
}

/** Windows that save the same conversation at the same moment each lose at most a few rounds. */
const MAX_ROUNDS = 20;

export function createSaving(deps: SavingDeps) {
  const { files } = deps;
  const bases = new Map<string, Base>();

  /** The window to be named in the file: this one when it runs a turn, else the one that runs what is running. */
  function ownerOf(stored: Conversation, foreign: Base['foreign']): string | null {
    const running = stored.turns.filter((turn) => isRunning(turn.answer.state));
    if (running.length === 0) return null;
    if (foreign && running.every((turn) => foreign.turns.has(turn.id))) return foreign.owner;
    deps.onRunning();
    return deps.owner;
  }

  /** True when it was enough to write the one turn whose answer grows. */
  async function savePartial(stored: Conversation, base: Base): Promise<boolean> {
    const turn = base.running && growingTurn(base.running, stored);
    if (!turn || !(await files.exists(wholeName(stored.id, base.revision)))) return false;
    const lines = [toPartial({ ...stored, revision: base.revision }, turn)];
    await files.replace(partialName(stored.id, base.revision), lines);
    return true;
  }

  async function saveWhole(original: Conversation): Promise<SaveResult> {
    let stored = keptPart(original);
    let id = stored.id;
    let adopt: 'saved' | 'copied' | null = null;
    let base = bases.get(id);
    let revision = base?.revision ?? stored.revision;
    let foreign = base?.foreign ?? null;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const names = await files.names();
      const newest = newestRevisions(names.filter((name) => name.startsWith(`${id}.`))).get(id);
      if (newest === undefined && revision > 0 && base && (await files.exists('.'))) {
        bases.delete(id);
        return { type: 'deleted' };
      }
      if (newest !== undefined && newest > revision) {
        const theirs = await readOther(names, id, newest);
        if (theirs === null) continue;
        if (theirs.type === 'newer') return { type: 'readOnly', schema: theirs.schema };
        const union = reconcile(stored, theirs.conversation, base?.labels);
        if (union) {
          stored = union;
          foreign = foreignTurns(theirs.conversation, theirs.owner, original) ?? foreign;
          adopt ??= 'saved';
        } else {
          id = deps.newId();
          stored = { ...stored, id, title: deps.copyTitle(stored.title), revision: 0 };
          adopt = 'copied';
          base = undefined;
        }
        revision = union ? newest : 0;
        continue;
      }
      const next = Math.max(revision, newest ?? 0) + 1;
      const owner = ownerOf(stored, foreign);
      const name = wholeName(id, next);
      if (!(await files.writeNew(name, toLines({ ...stored, revision: next }, owner)))) continue;
      // Another window may have gone further, or deleted all, between the look above and the write.
      if (newest !== undefined && !(await files.exists(wholeName(id, newest)))) {
        const others =
          newestRevisions((await files.names()).filter((other) => other.startsWith(`${id}.`))).get(id) ?? 0;
        await files.remove(name);
        if (others > next) continue;
        bases.delete(id);
        return { type: 'deleted' };
      }
      const isForeign = (turn: Turn) => isRunning(turn.answer.state) && foreign?.turns.has(turn.id);
      await removeOlder(names, id, next, !stored.turns.some(isForeign));
      const running = owner === deps.owner ? stored : null;
      bases.set(id, { revision: next, labels: labelsOf(stored), running, foreign });
      if (adopt === null) return { type: 'saved', revision: next };
      const conversation = { ...withEphemeralTurns(stored, original), id, revision: next };
      return adopt === 'copied' ? { type: 'copied', conversation } : { type: 'saved', revision: next, conversation };
    }
    throw Object.assign(new Error('Other windows keep changing this conversation.'), { code: 'EBUSY' });
  }

  async function readOther(names: readonly string[], id: string, revision: number) {
    try {
      const read = await readConversation(files, names, id, revision);
      if (read.type !== 'damaged') return read;
      const name = wholeName(id, revision);
      const aside = setAsideName(name, deps.now());
      await files.rename(name, aside);
      deps.onSetAside(aside, read.reason);
      return null;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }
  }

  /**
   * Leaving an old revision behind is harmless, as the newest counts; the next save or sweep takes it. Partial files stay while
   * another window runs the answer: it may be writing one at this moment.
   */
  async function removeOlder(
    names: readonly string[],
    id: string,
    below: number,
    withPartials: boolean,
  ): Promise<void> {
    for (const name of names) {
      if (!name.startsWith(`${id}.`)) continue;
      const file = parseName(name);
      if (file.kind !== 'whole' && !(file.kind === 'partial' && withPartials)) continue;
      if (file.revision >= below) continue;
      await files.remove(name).catch((error: unknown) => {
        if (codeOf(error) === undefined) throw error;
      });
    }
  }

  return {
    /** Throws what the file system says. The conversation must be one that may be kept. */
    async save(original: Conversation): Promise<SaveResult> {
      const base = bases.get(original.id);
      const stored = keptPart(original);
      if (base && (await savePartial(stored, base))) return { type: 'saved', revision: base.revision };
      return saveWhole(original);
    },
    /** A conversation was read from disk at this revision. */
    opened(conversation: Conversation, owner: string | null): void {
      const { id, revision } = conversation;
      const foreign = owner === deps.owner ? null : foreignTurns(conversation, owner, null);
      bases.set(id, { revision, labels: labelsOf(conversation), running: null, foreign });
    },
    forget(id: string): void {
      bases.delete(id);
    },
  };
}

/** The running turns of `theirs` that are not running in `ours`. */
function foreignTurns(theirs: Conversation, owner: string | null, ours: Conversation | null): Base['foreign'] {
  if (owner === null) return null;
  const own = new Set(ours?.turns.filter((turn) => isRunning(turn.answer.state)).map((turn) => turn.id));
  const running = theirs.turns.filter((turn) => isRunning(turn.answer.state) && !own.has(turn.id));
  return running.length > 0 ? { owner, turns: new Set(running.map((turn) => turn.id)) } : null;
}

/** The one running turn in which the two differ; null when they differ in anything else. */
function growingTurn(before: Conversation, after: Conversation): Turn | null {
  if (before.turns.length !== after.turns.length || before.currentTurnId !== after.currentTurnId) return null;
  if (before.title !== after.title || before.pinned !== after.pinned || before.hasCustomTitle !== after.hasCustomTitle)
    return null;
  let grown: Turn | null = null;
  for (const [index, turn] of after.turns.entries()) {
    if (turn === before.turns[index]) continue;
    if (grown || turn.id !== before.turns[index]?.id || !isRunning(turn.answer.state)) return null;
    grown = turn;
  }
  return grown;
}
