/** Who may import whom, between projects. `type:testing` and tools are for tests. */
export const PROJECT_TABLE: readonly {
  readonly sourceTag: string;
  readonly onlyDependOnLibsWithTags: readonly string[];
}[] = [
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
