/** Who may import whom, between projects. `type:testing` and tools are for tests; see the second rule. */
const depConstraints = [
  {
    sourceTag: 'type:service',
    onlyDependOnLibsWithTags: ['type:platform', 'type:domain', 'type:contract'],
  },
  {
    sourceTag: 'type:platform',
    onlyDependOnLibsWithTags: ['type:platform', 'type:domain', 'type:contract'],
  },
  { sourceTag: 'type:domain', onlyDependOnLibsWithTags: ['type:domain'] },
  { sourceTag: 'type:contract', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'type:testing', onlyDependOnLibsWithTags: ['*'] },
  { sourceTag: 'type:tool', onlyDependOnLibsWithTags: ['*'] },
];

export const projectBoundaries = {
  files: ['libs/*/src/**/*.ts', 'services/*/src/**/*.ts', 'tools/*/src/**/*.ts'],
  // Tests may use libs/testing and the tools that stand in for the world.
  ignores: ['**/*.spec.ts', '**/test/**'],
  rules: {
    '@nx/enforce-module-boundaries': [
      'error',
      {
        allow: [],
        banTransitiveDependencies: true,
        checkDynamicDependenciesExceptions: [],
        depConstraints,
      },
    ],
  },
};
