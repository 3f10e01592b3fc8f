import type { EffectiveSetting } from './setting.ts';

/** Whether the process was started only to say whether its settings are right. */
export function checkConfigRequested(argv: readonly string[]): boolean {
  return argv.includes('--check-config');
}

/** Whether the process was started only to say how it is run. */
export function helpRequested(argv: readonly string[]): boolean {
  return argv.includes('--help');
}

/** The settings as they hold now, one a line, and where each comes from. Secrets are named, never shown. */
export function settingsText(settings: readonly EffectiveSetting[]): string {
  const width = Math.max(0, ...settings.map(({ name }) => name.length));
  return settings
    .map((setting) => `${setting.name.padEnd(width)} = ${valueText(setting)}\n`)
    .join('');
}

function valueText({ secret, value, from }: EffectiveSetting): string {
  if (secret) return from === 'default' ? '(not set)' : `[secret] (${from})`;
  return value === undefined ? '(not set)' : `${JSON.stringify(value)} (${from})`;
}
