/** The values of a setting by origin: the user's own, or those of a folder, a workspace file or a remote machine. */
import type * as Vscode from 'vscode';
import type * as z from 'zod/mini';
import type { SettingId } from './contributions.ts';

type Configuration = Pick<Vscode.WorkspaceConfiguration, 'inspect'>;

export interface ConfigurationSource {
  /** The configuration of the window, and of each opened folder. */
  get(folder?: Vscode.Uri): Configuration;
  readonly folders: readonly Vscode.Uri[];
}

export interface FolderValues {
  /** URI of the folder. */
  readonly folder: string;
  readonly values: readonly unknown[];
}

export interface SettingValues {
  /** The user's own value, whatever the others are. The default of the manifest if there is none or it is not valid. */
  own<T>(id: SettingId, schema: z.ZodMiniType<T>, fallback: T): T;
  /** The settings of which `own` has found that the user's own value is not valid. */
  readonly invalid: ReadonlySet<SettingId>;
  /** The valid values of the remote machine, the workspace and each of its folders. */
  ofFolders<T>(id: SettingId, schema: z.ZodMiniType<T>): T[];
  /** The values as they are: the user's own, and for each folder those that apply to it, the most specific one last. */
  unparsed(id: SettingId): { readonly own: unknown; readonly folders: readonly FolderValues[] };
}

/**
 * VS Code merges the user's settings with those of a remote machine into `globalValue`. It also returns both separately, in
 * properties that its types do not declare. A folder can write the settings of a remote machine through its dev container, so
 * they count as settings of a folder.
 */
interface Inspected {
  readonly defaultValue?: unknown;
  readonly globalValue?: unknown;
  readonly globalLocalValue?: unknown;
  readonly globalRemoteValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

export function ownValue(configuration: Configuration, id: SettingId): unknown {
  const found: Inspected | undefined = configuration.inspect(id);
  return found?.globalRemoteValue === undefined ? found?.globalValue : found.globalLocalValue;
}

export function readValues(source: ConfigurationSource): SettingValues {
  const window = source.get();
  const invalid = new Set<SettingId>();
  const all = [window, ...source.folders.map((folder) => source.get(folder))];
  const valuesOfFolder = (configuration: Configuration, id: SettingId) => {
    const found: Inspected | undefined = configuration.inspect(id);
    return [found?.globalRemoteValue, found?.workspaceValue, found?.workspaceFolderValue];
  };
  return {
    invalid,
    unparsed: (id) => ({
      own: ownValue(window, id),
      folders: source.folders.map((folder) => ({
        folder: folder.toString(),
        values: valuesOfFolder(source.get(folder), id).filter((value) => value !== undefined),
      })),
    }),
    own(id, schema, fallback) {
      const value = ownValue(window, id);
      const parsed = schema.safeParse(value);
      if (value !== undefined && parsed.success) return parsed.data;
      if (value !== undefined) invalid.add(id);
      return schema.safeParse(window.inspect(id)?.defaultValue).data ?? fallback;
    },
    ofFolders(id, schema) {
      return all
        .flatMap((configuration) => valuesOfFolder(configuration, id))
        .flatMap((value) => {
          const parsed = schema.safeParse(value);
          return value !== undefined && parsed.success ? [parsed.data] : [];
        });
    },
  };
}
