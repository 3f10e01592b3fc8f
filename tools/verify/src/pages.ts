import { readFileSync, writeFileSync } from 'node:fs';
import * as prettier from 'prettier';
import { configPage } from '@mayfly/config';
import { telemetryPage } from '@mayfly/telemetry';
import { settingsOfServices, telemetrySections } from './described-services.ts';
import { errorsPage } from './errors-page.ts';

/** A page that is made from what the code says. */
export interface Page {
  readonly path: string;
  readonly text: () => Promise<string>;
}

const PAGES: readonly Page[] = [
  { path: 'docs/errors.md', text: async () => errorsPage() },
  { path: 'docs/config.md', text: async () => configPage(await settingsOfServices()) },
  { path: 'docs/telemetry.md', text: async () => telemetryPage(await telemetrySections()) },
];

/** Pages that differ from what the code says now. */
export async function stalePages(pages = PAGES): Promise<string[]> {
  const stale = await Promise.all(
    pages.map(async ({ path, text }) =>
      readPage(path) === (await formatted(await text())) ? [] : [path],
    ),
  );
  return stale.flat().map((path) => `${path} is not what the code says`);
}

export async function writePages(pages = PAGES): Promise<string[]> {
  for (const { path, text } of pages) writeFileSync(path, await formatted(await text()));
  return [];
}

function formatted(text: string): Promise<string> {
  return prettier.format(text, { parser: 'markdown', printWidth: 100 });
}

function readPage(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
