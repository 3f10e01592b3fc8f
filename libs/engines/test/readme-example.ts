import { systemClock } from '@mayfly/clock';
import { openDataFolder } from '@mayfly/data-folder';
import { embeddedEngines } from '@mayfly/engines';
import { fetchesEnded } from '@mayfly/events';
import { defineTable, put, text } from '@mayfly/store';

const notes = defineTable({
  name: 'exampleNotes',
  format: 1,
  columns: { name: text(), note: text() },
  key: ['name'],
  partition: 1,
});

export async function example(path: string) {
  const folder = await openDataFolder(path);
  const engines = await embeddedEngines(folder, { clock: systemClock, random: Math.random });

  const store = await engines.openStore([notes]);
  await store.write([{ writes: [put(notes, { name: 'a', note: 'kept' })] }]);
  const row = await store.get(notes, { name: 'a' });
  const stream = await engines.openStream([fetchesEnded]);
  const { messages } = await stream.lag(fetchesEnded, 'document-store');

  await stream.close();
  await store.close();
  await engines.close();
  await folder.close();
  return { note: row?.note, messages };
}
