import { serviceImports } from './service-imports.mjs';

const SERVICES = ['services/*', 'tools/toy-service'];
const inServices = (path) => SERVICES.map((service) => `${service}/src/${path}`);

const ENVIRONMENT = {
  object: 'process',
  property: 'env',
  message: 'Only main.ts and telemetry.ts read the environment.',
};
const NOW = { object: 'Date', property: 'now', message: 'Time is handed in: take a Clock.' };

/** What the code of a service may not reach, by folder. */
export const serviceFolderRules = [
  {
    files: inServices('**/*.ts'),
    ignores: ['**/*.spec.ts'],
    plugins: { mayfly: { rules: { 'service-imports': serviceImports } } },
    rules: {
      'mayfly/service-imports': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector:
            ':matches(NewExpression[arguments.length=0], CallExpression)[callee.name="Date"]',
          message: 'Time is handed in: take a Clock.',
        },
      ],
    },
  },
  {
    // It hands out the real clock and real randomness, and nothing else of the world.
    files: ['services/*/src/service.ts'],
    rules: { 'no-restricted-properties': ['error', ENVIRONMENT, NOW] },
  },
  {
    files: inServices('core/**/*.ts'),
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'process', message: 'core/ does no I/O.' },
        { name: 'globalThis', message: 'Name what you need, so that this rule sees it.' },
        { name: 'fetch', message: 'core/ does no I/O.' },
        { name: 'performance', message: 'Time is handed in: take a Clock.' },
        { name: 'setTimeout', message: 'Time is handed in: take a Clock.' },
        { name: 'setInterval', message: 'Time is handed in: take a Clock.' },
        { name: 'setImmediate', message: 'Time is handed in: take a Clock.' },
        { name: 'crypto', message: 'Randomness is handed in.' },
      ],
    },
  },
];
