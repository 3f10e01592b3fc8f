export { checkConfigRequested, helpRequested, settingsText } from './check-config.ts';
export { configPage, type ServiceSettings } from './config-page.ts';
export { EnvReader, type SettingOptions } from './env-reader.ts';
export {
  type ConfigOutcome,
  describeConfig,
  examineConfig,
  isConfigProblem,
  type LoadConfig,
} from './examine-config.ts';
export { type Address, addressText } from './kinds/address-kind.ts';
export { helpText } from './help-text.ts';
export { loadTogether } from './load-together.ts';
export type { Bounds } from './kinds/number-kinds.ts';
export type { TextForm } from './kinds/word-kinds.ts';
export {
  loadProcessSettings,
  LOG_LEVELS,
  type LogLevel,
  type OtlpProtocol,
  type ProcessSettings,
} from './process-settings.ts';
export type { Environment } from './recording.ts';
export { Secret } from './secret.ts';
export type { EffectiveSetting, RetiredSetting, Setting, SettingType } from './setting.ts';
