import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type ImportSpecifier,
  type MemberExpression,
  type Node,
  type Program,
  parseSync,
  type Span,
  Visitor,
} from 'oxc-parser';

/** One file of source code, as its syntax tree tells it. */
export interface Module {
  /** Its path under the root, with slashes. */
  file: string;
  lines: number;
  /** What it imports, in any way: value or type, static or dynamic, re-exported or required. */
  imports: string[];
  /** Dynamic imports whose target is not written out, as they stand in the source. */
  computedImports: string[];
  hasDefaultExport: boolean;
  /** Whether it reads the environment, however it spells that. */
  readsEnvironment: boolean;
  /** Every string, and every fixed part of a template. */
  strings: string[];
  /** Comparisons of something named `ruleset` with a string, as they stand in the source. */
  rulesetComparisons: string[];
  /** Every regular expression that is written out. */
  expressions: { pattern: string; flags: string }[];
  /** Every regular expression that is put together when it runs, as it stands in the source. */
  computedExpressions: string[];
}

/** Every module under a folder that is laid out like src, without the generated ones. */
export function readModules(root: string): Module[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /\.[jt]s$/.test(file) && !file.startsWith('database/generated/'))
    .sort()
    .map((file) => readModule(file, readFileSync(path.join(root, file), 'utf8')));
}

/**
 * Reads one module.
 * @throws if it does not parse
 */
export function readModule(file: string, source: string): Module {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const module: Module = {
    file,
    lines: source.split('\n').length - (source.endsWith('\n') ? 1 : 0),
    imports: [],
    computedImports: [],
    hasDefaultExport: false,
    readsEnvironment: false,
    strings: [],
    rulesetComparisons: [],
    expressions: [],
    computedExpressions: [],
  };
  const textOf = (node: Span) => source.slice(node.start, node.end);
  const addImport = (target: Node | null, whole: Span) => {
    const name = target === null ? null : fixedString(target);
    if (name === null) module.computedImports.push(textOf(whole));
    else module.imports.push(name);
  };
  const addComparison = (one: Node, other: Node, whole: Span) => {
    if (isRuleset(one) && fixedString(other) !== null) module.rulesetComparisons.push(textOf(whole));
  };
  new Visitor({
    NewExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp')
        module.computedExpressions.push(textOf(node));
    },
    ImportDeclaration: (node) => addImport(node.source, node),
    ExportAllDeclaration: (node) => addImport(node.source, node),
    ExportNamedDeclaration: (node) => {
      if (node.source !== null) addImport(node.source, node);
    },
    ExportDefaultDeclaration: () => {
      module.hasDefaultExport = true;
    },
    ImportExpression: (node) => addImport(node.source, node),
    TSImportType: (node) => addImport(node.source, node),
    TSExternalModuleReference: (node) => addImport(node.expression, node),
    CallExpression: (node) => {
      if (isRequire(node.callee)) addImport(node.arguments[0] ?? null, node);
    },
    Literal: (node) => {
      if (typeof node.value === 'string') module.strings.push(node.value);
      if ('regex' in node) module.expressions.push(node.regex);
    },
    TemplateElement: (node) => {
      module.strings.push(node.value.cooked ?? node.value.raw);
    },
    BinaryExpression: (node) => {
      if (!/^[!=]==?$/.test(node.operator)) return;
      addComparison(node.left, node.right, node);
      addComparison(node.right, node.left, node);
    },
    SwitchStatement: (node) => {
      for (const { test } of node.cases) if (test !== null) addComparison(node.discriminant, test, test);
    },
    MemberExpression: (node) => {
      if (isProcess(node.object) && propertyName(node) === 'env') module.readsEnvironment = true;
    },
    VariableDeclarator: (node) => {
      if (node.init && isProcess(node.init) && takesEnvironment(node.id)) module.readsEnvironment = true;
    },
    ImportSpecifier: (node) => {
      if (nameOf(node.imported) === 'env' && importsProcess(program, node)) module.readsEnvironment = true;
    },
  }).visit(program);
  return module;
}

/** The value of a string or of a template without expressions; null for anything else. */
function fixedString(node: Node): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) {
    return node.quasis[0]?.value.cooked ?? null;
  }
  return null;
}

function nameOf(node: Node): string | null {
  return node.type === 'Identifier' ? node.name : fixedString(node);
}

/** The name of the property that an expression such as `a.b` or `a['b']` reads; null if it is computed. */
function propertyName(node: MemberExpression): string | null {
  return node.computed ? fixedString(node.property) : nameOf(node.property);
}

/** Whether an expression is `process`, or `globalThis.process`. */
function isProcess(node: Node): boolean {
  if (node.type === 'Identifier') return node.name === 'process';
  return node.type === 'MemberExpression' && propertyName(node) === 'process';
}

function takesEnvironment(pattern: Node): boolean {
  if (pattern.type !== 'ObjectPattern') return false;
  // `...rest` would take it along.
  return pattern.properties.some((one) => one.type === 'RestElement' || nameOf(one.key) === 'env');
}

function importsProcess(program: Program, specifier: ImportSpecifier): boolean {
  return program.body.some(
    (statement) =>
      statement.type === 'ImportDeclaration' &&
      /^(node:)?process$/.test(statement.source.value) &&
      statement.specifiers.includes(specifier),
  );
}

/** Whether a call is of `require`, or of `createRequire(…)` itself. */
function isRequire(callee: Node): boolean {
  if (callee.type === 'Identifier') return callee.name === 'require';
  return callee.type === 'CallExpression' && nameOf(callee.callee) === 'createRequire';
}

/** Whether an expression is named as rulesets are: `ruleset`, `game.ruleset`, `rulesetId`, `ruleset.id`. */
function isRuleset(node: Node): boolean {
  if (node.type === 'Identifier') return /^ruleset(Id)?$/i.test(node.name);
  if (node.type === 'ChainExpression') return isRuleset(node.expression);
  if (node.type !== 'MemberExpression') return false;
  const name = propertyName(node) ?? '';
  return /^ruleset(Id)?$/i.test(name) || (name === 'id' && isRuleset(node.object));
}
