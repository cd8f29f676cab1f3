/** The commands of the administrator. They connect as the owner of the tables. */
import { resolve } from 'node:path';
import { type Command, type Environment, UsageError } from '../../cli/command.ts';
import { parseOptions, readWholeNumber } from '../../cli/options.ts';
import { print } from '../../cli/terminal.ts';
import type { Scope } from '../access/access.ts';
import {
  addCollection,
  addKey,
  addPrincipal,
  deactivate,
  type Principal,
  removeCollection,
  revokeKey,
  setMember,
  setQuota,
  setRight,
} from '../access/administration.ts';
import { auditHead, verifyAudit } from '../access/audit.ts';
import type { Database } from '../database/database.ts';
import { migrate as migrateDatabase } from '../database/migrate.ts';
import { DATABASE_HELP, DATABASE_OPTIONS, databaseFrom } from './databaseOptions.ts';

const OPTIONS = {
  ...DATABASE_OPTIONS,
  user: { type: 'string' },
  group: { type: 'string' },
  collection: { type: 'string' },
  folder: { type: 'string' },
  kind: { type: 'string' },
  scope: { type: 'string', multiple: true },
  days: { type: 'string' },
  'per-day': { type: 'string' },
  running: { type: 'string' },
  head: { type: 'string' },
} as const;

type Values = ReturnType<typeof parseOptions<typeof OPTIONS>>['values'];

interface Input {
  readonly database: Database;
  readonly values: Values;
  /** The word after the action. Throws UsageError if there is none. */
  readonly name: () => string;
  readonly print: (line: string) => void;
}

/** By what the command is about, and the action. */
type Actions = Readonly<Record<string, (input: Input) => Promise<void>>>;

const principals = (kind: Principal['kind']): Actions => ({
  add: ({ database, name }) => addPrincipal(database, { kind, name: name() }),
  remove: ({ database, name }) => deactivate(database, { kind, name: name() }),
});

const rights = (table: 'grants' | 'walls'): Actions => {
  const set =
    (exists: boolean) =>
    ({ database, values }: Input) =>
      setRight(database, table, principalOf(values), required(values, 'collection'), exists);
  return { add: set(true), remove: set(false) };
};

const member =
  (isMember: boolean) =>
  ({ database, values }: Input) =>
    setMember(database, required(values, 'user'), required(values, 'group'), isMember);

const ACTIONS: Readonly<Record<string, Actions>> = {
  user: principals('user'),
  group: { ...principals('group'), join: member(true), leave: member(false) },
  collection: {
    add: ({ database, values, name }) =>
      addCollection(database, {
        name: name(),
        kind: oneOf(values.kind ?? 'matter', 'kind', ['matter', 'authority']),
        folder: resolve(required(values, 'folder')),
      }),
    remove: ({ database, name }) => removeCollection(database, name()),
  },
  grant: rights('grants'),
  wall: rights('walls'),
  key: {
    async add({ database, values, print }) {
      const scopes = (values.scope ?? ['ask']).map((one): Scope => oneOf(one, 'scope', ['ask', 'metrics']));
      const days = values.days === undefined ? null : readWholeNumber(values.days, '--days');
      const { id, key } = await addKey(database, required(values, 'user'), scopes, days);
      print(`Key ${id}: ${key}`);
      print('It is shown once. The database has its digest only.');
    },
    revoke: ({ database, name }) =>
      revokeKey(database, readWholeNumber(name(), 'the number of the key', 0, 999_999_999)),
  },
  quota: {
    set: ({ database, values }) =>
      setQuota(database, principalOf(values), {
        perDay: values['per-day'] === undefined ? null : readWholeNumber(values['per-day'], '--per-day'),
        running: values.running === undefined ? null : readWholeNumber(values.running, '--running'),
      }),
  },
  audit: {
    async verify({ database, values, print }) {
      const result = await verifyAudit(database, values.head === undefined ? null : readHead(values.head));
      if (!result.valid) throw new Error(`The audit was changed or damaged at entry ${result.seq}. ${result.problem}`);
      print(`The audit is complete: ${result.head.seq} entries, head ${result.head.seq}:${result.head.hash}`);
      if (result.open > 0)
        print(
          `Questions without the end of their reply: ${result.open}. They are being answered, or their server was killed.`,
        );
    },
    async head({ database, print }) {
      const { seq, hash } = await auditHead(database);
      print(`${seq}:${hash}`);
    },
  },
};

const USAGE: Readonly<Record<string, string>> = {
  user: `  user add NAME                  Add a person, or let one who left ask again.
  user remove NAME               Refuse the keys of the person from now on.
`,
  group: `  group add NAME                 Add a group. With OpenID Connect, its name is the one in the groups claim.
  group remove NAME              The rights of the group hold for nobody any more.
  group join --user U --group G  Make a person a member. group leave ends it.
`,
  collection: `  collection add NAME --folder DIR [--kind matter|authority]
                                 Add the documents of a matter (default), or law that belongs to no client.
  collection remove NAME         Remove it with its grants and walls. The files stay.
`,
  grant: `  grant add --collection C (--user U | --group G)      Let them see a collection. grant remove ends it.
`,
  wall: `  wall add --collection C (--user U | --group G)       Forbid it, whatever was granted. wall remove ends it.
`,
  key: `  key add --user U [--days N] [--scope ask|metrics]    Make a key. It is shown once.
  key revoke NUMBER              Refuse a key from now on.
`,
  quota: `  quota set (--user U | --group G) [--per-day N] [--running N]
                                 Limit questions of a day and at the same time. Left out: no limit of this kind.
`,
  audit: `  audit verify [--head N:HASH]   Compute the chain of the audit again. With a head that was kept elsewhere, also show
                                 that no entries were removed from its end.
  audit head                     Print the number and the hash of the last entry, to keep elsewhere.
`,
};

export const ADMINISTRATION_HELP = Object.values(USAGE).join('');

function administer(subject: string, actions: Actions): Command {
  return {
    help: `Usage: fiscal-firm ${subject} ACTION

${USAGE[subject]}
${DATABASE_HELP}  --help              Show this.
`,
    async run(argv, env) {
      const { values, positionals } = parseOptions(argv, OPTIONS);
      const [name = '', word] = positionals;
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
      if (!action) throw new UsageError(`Name what to do: ${Object.keys(actions).join(', ')}. See --help.`);
      await withDatabase(values, env, (database) =>
        action({
          database,
          values,
          name() {
            if (!word) throw new UsageError(`Name the ${subject}. See --help.`);
            return word;
          },
          print,
        }),
      );
    },
  };
}

export const ADMINISTRATION: readonly (readonly [string, Command])[] = Object.entries(ACTIONS).map(
  ([subject, actions]) => [subject, administer(subject, actions)],
);

export const migrate: Command = {
  help: `Brings the tables of the database to the version of this program. Run it as the owner of the database before the servers are started.

Usage: fiscal-firm migrate --database-url URL

${DATABASE_HELP}`,
  async run(argv, env) {
    const { values } = parseOptions(argv, DATABASE_OPTIONS);
    await withDatabase(values, env, async (database) => {
      const done = await migrateDatabase(database.pool);
      print(done.length === 0 ? 'The tables are up to date.' : `Done: ${done.join(', ')}.`);
    });
  },
};

async function withDatabase(
  values: Parameters<typeof databaseFrom>[0],
  env: Environment,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const database = databaseFrom(values, env);
  await work(database).finally(() => database.close());
}

function principalOf({ user, group }: Values): Principal {
  if (user !== undefined && group === undefined) return { kind: 'user', name: user };
  if (group !== undefined && user === undefined) return { kind: 'group', name: group };
  throw new UsageError('Name one of --user and --group.');
}

function required(values: Values, name: 'user' | 'group' | 'collection' | 'folder'): string {
  const value = values[name];
  if (!value) throw new UsageError(`--${name} is needed.`);
  return value;
}

function oneOf<Choice extends string>(text: string, name: string, choices: readonly Choice[]): Choice {
  const found = choices.find((choice) => choice === text);
  if (found === undefined) throw new UsageError(`--${name} must be ${choices.join(' or ')}.`);
  return found;
}

function readHead(text: string): { seq: number; hash: string } {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq === undefined || hash === undefined) throw new UsageError('--head must be as audit head prints it.');
  return { seq: Number(seq), hash };
}
