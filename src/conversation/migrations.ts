/**
 * Brings what an older version stored to the present form. A step n takes schema n to n + 1; there is none yet, as the first
 * schema is the present one. Steps work on plain JSON and are never changed once released.
 */
import { CONVERSATION_SCHEMA } from './conversation.ts';

type Json = Record<string, unknown>;

export interface MigrationStep {
  /** All but the turns; the result's `schema` is set by the caller. */
  readonly header: (header: Json) => Json;
  readonly turn: (turn: Json) => Json;
}

/** Step at index 0 takes schema 1 to 2. */
export const MIGRATIONS: readonly MigrationStep[] = [];

export function migrateHeader(header: Json, steps = MIGRATIONS, target: number = CONVERSATION_SCHEMA): Json {
  const from = typeof header.schema === 'number' ? header.schema : target;
  const migrated = stepsFrom(from, steps, target).reduce((value, step) => step.header(value), header);
  return from < 1 ? header : { ...migrated, schema: target };
}

export function migrateTurn(
  turn: unknown,
  from: number,
  steps = MIGRATIONS,
  target: number = CONVERSATION_SCHEMA,
): unknown {
  if (typeof turn !== 'object' || turn === null) return turn;
  return stepsFrom(from, steps, target).reduce((value, step) => step.turn(value), turn as Json);
}

function stepsFrom(from: number, steps: readonly MigrationStep[], target: number): readonly MigrationStep[] {
  return from < 1 ? [] : steps.slice(from - 1, target - 1);
}
