import { PROJECT_TABLE } from './project-table.ts';

/** Tests may use libs/testing and the tools that stand in for the world; a service's never another service. */
const TEST_TABLE = [
  { sourceTag: '*', onlyDependOnLibsWithTags: ['*'] },
  { sourceTag: 'type:service', notDependOnLibsWithTags: ['type:service'] },
];

const boundaries = (depConstraints) => [
  'error',
  {
    allow: [],
    banTransitiveDependencies: true,
    checkDynamicDependenciesExceptions: [],
    depConstraints,
  },
];

export const projectBoundaries = [
  {
    files: ['libs/*/src/**/*.ts', 'services/*/src/**/*.ts', 'tools/*/src/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/test/**'],
    rules: { '@nx/enforce-module-boundaries': boundaries(PROJECT_TABLE) },
  },
  {
    files: ['services/*/src/**/*.spec.ts', 'services/*/test/**/*.ts'],
    rules: { '@nx/enforce-module-boundaries': boundaries(TEST_TABLE) },
  },
  {
    files: ['libs/*/src/**/*.ts', 'services/*/src/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['@mayfly/*/soak', '@mayfly/*/bench'],
              message: 'These are tests of that library, for the tools that run them.',
            },
          ],
        },
      ],
    },
  },
];
