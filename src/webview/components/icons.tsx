/** The codicons of the page. scripts/support/iconPaths.ts replaces each import with its path data at build time. */
import add from '@vscode/codicons/src/icons/add.svg';
import arrowDown from '@vscode/codicons/src/icons/arrow-down.svg';
import arrowUp from '@vscode/codicons/src/icons/arrow-up.svg';
import check from '@vscode/codicons/src/icons/check.svg';
import chevronDown from '@vscode/codicons/src/icons/chevron-down.svg';
import chevronLeft from '@vscode/codicons/src/icons/chevron-left.svg';
import chevronRight from '@vscode/codicons/src/icons/chevron-right.svg';
import circle from '@vscode/codicons/src/icons/circle.svg';
import circleSlash from '@vscode/codicons/src/icons/circle-slash.svg';
import close from '@vscode/codicons/src/icons/close.svg';
import cloud from '@vscode/codicons/src/icons/cloud.svg';
import copy from '@vscode/codicons/src/icons/copy.svg';
import stop from '@vscode/codicons/src/icons/debug-stop.svg';
import edit from '@vscode/codicons/src/icons/edit.svg';
import error from '@vscode/codicons/src/icons/error.svg';
import eye from '@vscode/codicons/src/icons/eye.svg';
import eyeClosed from '@vscode/codicons/src/icons/eye-closed.svg';
import file from '@vscode/codicons/src/icons/file.svg';
import info from '@vscode/codicons/src/icons/info.svg';
import insert from '@vscode/codicons/src/icons/insert.svg';
import library from '@vscode/codicons/src/icons/library.svg';
import linkExternal from '@vscode/codicons/src/icons/link-external.svg';
import newFile from '@vscode/codicons/src/icons/new-file.svg';
import notebook from '@vscode/codicons/src/icons/notebook.svg';
import passFilled from '@vscode/codicons/src/icons/pass-filled.svg';
import pin from '@vscode/codicons/src/icons/pin.svg';
import quote from '@vscode/codicons/src/icons/quote.svg';
import refresh from '@vscode/codicons/src/icons/refresh.svg';
import remove from '@vscode/codicons/src/icons/remove.svg';
import search from '@vscode/codicons/src/icons/search.svg';
import send from '@vscode/codicons/src/icons/send.svg';
import shield from '@vscode/codicons/src/icons/shield.svg';
import warning from '@vscode/codicons/src/icons/warning.svg';

const icons = {
  add,
  arrowDown,
  arrowUp,
  check,
  chevronDown,
  chevronLeft,
  chevronRight,
  circle,
  circleSlash,
  close,
  cloud,
  copy,
  edit,
  error,
  eye,
  eyeClosed,
  file,
  info,
  insert,
  library,
  linkExternal,
  newFile,
  notebook,
  passFilled,
  pin,
  quote,
  refresh,
  remove,
  search,
  send,
  shield,
  stop,
  warning,
};
export type IconName = keyof typeof icons;

/** Hidden from screen readers. The control that contains the icon has the accessible name. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      {icons[name].map((d) => (
        <path key={d} d={d} fill="currentColor" fill-rule="evenodd" />
      ))}
    </svg>
  );
}
