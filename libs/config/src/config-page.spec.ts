import { describe, expect, it } from '@jest/globals';
import { format } from 'prettier';
import { configPage } from './config-page.ts';
import type { Setting } from './setting.ts';

const port: Setting = {
  name: 'TOY_PORT',
  type: 'int',
  required: false,
  default: '7101',
  range: 'a whole number from 0 to 65535',
  means: 'Where it listens.',
  secret: false,
};

describe('configPage', () => {
  it('has a section for each service and a row for each setting', () => {
    const page = configPage([
      { service: 'frontier', rows: [port, { ...port, name: 'TOY_ON', default: undefined }] },
      { service: 'dedup', rows: [{ ...port, required: true, default: undefined }] },
    ]);
    expect(page.slice(page.indexOf('## frontier'))).toBe(`## frontier

| name       | what it means     | allowed                        | default |
| ---------- | ----------------- | ------------------------------ | ------- |
| \`TOY_PORT\` | Where it listens. | a whole number from 0 to 65535 | \`7101\`  |
| \`TOY_ON\`   | Where it listens. | a whole number from 0 to 65535 | none    |

## dedup

| name       | what it means     | allowed                        | default      |
| ---------- | ----------------- | ------------------------------ | ------------ |
| \`TOY_PORT\` | Where it listens. | a whole number from 0 to 65535 | **required** |
`);
  });

  it('says first what every process has', () => {
    const page = configPage([{ service: 'frontier', rows: [port] }]);
    const every = page.slice(page.indexOf('## '), page.indexOf('## frontier'));
    expect(every).toMatch(/^## Every process$/m);
    for (const name of ['LOG_LEVEL', 'OTEL_METRICS_EXPORTER', 'OTEL_EXPORTER_OTLP_ENDPOINT']) {
      expect(every).toContain(`| \`${name}\``);
    }
  });

  it('is not torn by a bar or a line end in the text', () => {
    const page = configPage([
      { service: 'toy', rows: [{ ...port, means: 'this | that\nor more', default: 'a|b' }] },
    ]);
    expect(page).toContain('| this \\| that or more |');
    expect(page).toContain('| `a\\|b`  |');
  });

  it('is formatted as every other page', async () => {
    const page = configPage([
      { service: 'frontier', rows: [port, { ...port, name: 'TOY_LIST', default: '' }] },
      { service: 'dedup', rows: [] },
    ]);
    expect(await format(page, { parser: 'markdown', printWidth: 100 })).toBe(page);
  });
});
