import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';
import { serviceFolderRules } from './tools/verify/lint/service-folders.mjs';
import { projectBoundaries } from './tools/verify/lint/project-boundaries.mjs';

const ENVIRONMENT = {
  object: 'process',
  property: 'env',
  message: 'Only main.ts and telemetry.ts read the environment.',
};
const TIME = { object: 'Date', property: 'now', message: 'Time is handed in: take a Clock.' };
const RANDOMNESS = { object: 'Math', property: 'random', message: 'Randomness is handed in.' };

const TESTS = ['**/*.spec.ts', '**/test/**/*.ts'];

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/**',
      '**/generated/**',
      'tools/verify/fixtures/**',
      '.cache/**',
      '.nx/**',
      '.stack/**',
      '.mayfly/**',
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    plugins: { '@nx': nx },
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.mjs', 'tools/verify/lint/*.mjs'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
      eqeqeq: 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      // A port's method may be async by promise though one engine answers at once.
      '@typescript-eslint/require-await': 'off',
      'no-restricted-properties': ['error', ENVIRONMENT, TIME, RANDOMNESS],
    },
  },
  {
    files: [
      '**/main.ts',
      '**/telemetry.ts',
      'jest.config.mjs',
      'tools/**/*.ts',
      'libs/testing/**/*.ts',
      'libs/service-testing/**/*.ts',
    ],
    rules: { 'no-restricted-properties': 'off', 'no-console': 'off' },
  },
  {
    // The wiring of a service hands out the randomness that everything else is given.
    files: ['services/*/src/service.ts'],
    rules: { 'no-restricted-properties': ['error', ENVIRONMENT, TIME] },
  },
  { files: ['libs/clock/src/clock.ts'], rules: { 'no-restricted-properties': 'off' } },
  {
    files: TESTS,
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'no-restricted-properties': 'off',
    },
  },
  {
    files: ['**/*.mjs'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { 'no-restricted-exports': 'off' },
  },
  ...projectBoundaries,
  ...serviceFolderRules,
  prettier,
);
