import { isBuiltin } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { SERVICE_TABLE } from './service-table.ts';

const IN_SERVICE = /^(.*\/(?:services\/[^/]+|tools\/toy-service)\/src)\/(.+)$/;

/** The rule behind SERVICE_TABLE. It sees every way to import: static, dynamic, of types, and handed on by an export. */
export const serviceImports = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const [, src, path] = IN_SERVICE.exec(context.filename) ?? [];
    const rows = SERVICE_TABLE.filter(({ files }) => path !== undefined && files.test(path));
    const check = (node, wanted) => {
      const what = { ...wanted, target: targetOf(wanted.source, src, context.filename) };
      for (const row of rows) {
        const refused = refusedBy(row, what);
        if (refused !== undefined) {
          const message = `${row.name} may not import ${refused}: see CONTRIBUTING.md.`;
          context.report({ node, message });
        }
      }
    };
    const checkStatic = (node) => node.source && check(node, wantedBy(node));
    return {
      ImportDeclaration: checkStatic,
      ExportNamedDeclaration: checkStatic,
      ExportAllDeclaration: checkStatic,
      ImportExpression: (node) =>
        node.source.type === 'Literal' &&
        check(node, { source: String(node.source.value), names: ['*'], types: false }),
      TSImportType: (node) =>
        check(node, { source: String(node.source.value), names: [], types: true }),
    };
  },
};

/** What a static import or export asks for; a whole namespace is the name `*`. */
function wantedBy({ source, importKind, exportKind, specifiers }) {
  const names = (specifiers ?? [{ type: 'ExportAllDeclaration' }]).map((specifier) => ({
    name: (specifier.imported ?? specifier.local)?.name ?? '*',
    whole: !['ImportSpecifier', 'ExportSpecifier'].includes(specifier.type),
    types: (specifier.importKind ?? specifier.exportKind) === 'type',
  }));
  const types = importKind === 'type' || exportKind === 'type';
  return {
    source: String(source.value),
    names: names.filter((each) => !each.types).map(({ name, whole }) => (whole ? '*' : name)),
    types: types || (names.length > 0 && names.every((each) => each.types)),
  };
}

/** A relative import as a path below src/, one of Node's with its prefix, another as it is. */
function targetOf(source, src, filename) {
  if (source.startsWith('.')) return relative(src, resolve(dirname(filename), source));
  return isBuiltin(source) ? `node:${source.replace(/^node:/, '')}` : source;
}

/** What of the row's words speaks against it; undefined when nothing does. */
function refusedBy({ only, not = [], notRun = [], names = {} }, { target, ...wanted }) {
  const listed = Object.keys(names).find((entry) => covers(entry, target));
  if (only !== undefined) {
    if (only.some((entry) => covers(entry, target))) return undefined;
    const known = (name) => names[listed].includes(name);
    return listed !== undefined && wanted.names.every(known) ? undefined : target;
  }
  const entry = not.find((each) => covers(each, target));
  if (entry !== undefined) return entry;
  if (wanted.types) return undefined;
  const run = notRun.find((each) => covers(each, target));
  if (run !== undefined || listed === undefined) return run;
  return names[listed].find((name) => wanted.names.includes(name) || wanted.names.includes('*'));
}

function covers(entry, target) {
  if (entry.endsWith('/')) return target.startsWith(entry);
  return target === entry || target.startsWith(`${entry}/`);
}
