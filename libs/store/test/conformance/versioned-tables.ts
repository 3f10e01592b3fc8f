import { defineTable, json, type MigratedRow, number, text } from '@mayfly/store';

/** Called with every row that a step takes on, so that a test can break in. */
export type OnStep = (row: MigratedRow) => void;

export const itemsV1 = defineTable({
  name: 'items',
  format: 1,
  columns: { id: number(), title: text(), tags: json<string[]>().optional() },
  key: ['id'],
  partition: 1,
  indexes: { byTitle: ['title'] },
});

/** Counts how often the step was applied to a row: twice would show. */
const countUp =
  (onStep: OnStep) =>
  ({ title, ...row }: MigratedRow): MigratedRow => {
    onStep(row);
    return { ...row, name: title, steps: ((row['steps'] as number | undefined) ?? 0) + 1 };
  };

export const itemsV2 = (onStep: OnStep = () => {}) =>
  defineTable({
    name: 'items',
    format: 2,
    columns: {
      id: number(),
      name: text(),
      steps: number(),
      tags: json<string[]>().optional(),
    },
    key: ['id'],
    partition: 1,
    indexes: { byName: ['name'] },
    migrate: { 1: countUp(onStep) },
  });

export const itemsV3 = (onStep: OnStep = () => {}) =>
  defineTable({
    name: 'items',
    format: 3,
    columns: { id: number(), name: text(), steps: text(), tags: text().optional() },
    key: ['id'],
    partition: 1,
    indexes: { byName: ['name'], bySteps: ['steps'] },
    migrate: {
      1: countUp(onStep),
      2: ({ tags, ...row }) => ({
        ...row,
        steps: String(row['steps']),
        ...(tags === undefined ? {} : { tags: (tags as string[]).join() }),
      }),
    },
  });
