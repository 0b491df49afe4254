import { renderTable } from '@site/backend/src/terminal/table';
import { describeEntry } from '../store/index-entries';
import type { Command } from './command';

const HEAD = ['change', 'when', 'who', 'what', 'from', 'to', 'why'];

export const log: Command = {
  usage: 'log',
  does: 'lists every change: its number, when, who, what, from, to, why',
  words: 0,
  isReadOnly: true,
  run: async ({ store }) => {
    const changes = (await store.readHistory()).map(({ seq, change }) => ({ seq, ...change }));
    const damaged = await store.readDamaged();
    const rows = changes.map(({ seq, at, who, command, name = '', from = '', to = '', why }) => {
      return [String(seq), at, who, `${command} ${name}`.trim(), from, to, why];
    });
    return { text: [renderTable([HEAD, ...rows]), ...damaged.map(describeEntry)].join('\n'), json: changes };
  },
};
