/** Records changes so that they can be undone. The incomplete last line is parsed for display and then undone. */
export interface UndoLog {
  set<T extends object, K extends keyof T>(target: T, key: K, value: T[K]): void;
  push<T>(array: T[], value: T): void;
  pop<T>(array: T[]): void;
  /** True between `begin` and `rollback`. */
  readonly recording: boolean;
  begin(): void;
  rollback(): void;
}

export function createUndoLog(): UndoLog {
  let undo: (() => void)[] | null = null;
  return {
    set(target, key, value) {
      const before = target[key];
      if (before === value) return;
      target[key] = value;
      undo?.push(() => {
        target[key] = before;
      });
    },
    push(array, value) {
      array.push(value);
      undo?.push(() => {
        array.pop();
      });
    },
    pop<T>(array: T[]) {
      if (array.length === 0) return;
      const last = array.pop() as T;
      undo?.push(() => {
        array.push(last);
      });
    },
    get recording() {
      return undo !== null;
    },
    begin() {
      undo = [];
    },
    rollback() {
      const steps = undo ?? [];
      undo = null;
      for (let i = steps.length - 1; i >= 0; i--) steps[i]?.();
    },
  };
}
