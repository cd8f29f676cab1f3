/** Appends entries as one of several windows. Arguments: folder, name of the window, number of entries. */
import { openFolder } from './support.ts';

const [folder = '', name = '', count = ''] = process.argv.slice(2);
const append = openFolder(folder).window();
for (let i = 0; i < Number(count); i++) await append(`${name}${i}`);
