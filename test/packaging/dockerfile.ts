import { readFileSync } from 'node:fs';

/** One instruction of a Dockerfile: `RUN`, and what follows it on the same (continued) line. */
export interface Instruction {
  name: string;
  rest: string;
}

/** A stage of a Dockerfile: from one FROM to the next. */
export interface Stage {
  base: string;
  alias: string | null;
  instructions: Instruction[];
}

/** Reads the stages of a Dockerfile, without comments. */
export function readStages(file: string): Stage[] {
  const lines = readFileSync(file, 'utf8')
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const stages: Stage[] = [];
  for (const line of lines) {
    const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (name === 'FROM') {
      const [base = '', , alias = null] = rest.split(/\s+/);
      stages.push({ base, alias, instructions: [] });
    } else stages.at(-1)?.instructions.push({ name, rest });
  }
  return stages;
}

/** What follows the instructions of a name, in order. */
export function restOf(stage: Stage, name: string): string[] {
  return stage.instructions.filter((instruction) => instruction.name === name).map(({ rest }) => rest);
}

/** The variables that a stage sets with ENV. */
export function environmentOf(stage: Stage): Record<string, string> {
  const pairs = restOf(stage, 'ENV').flatMap((rest) => rest.split(/\s+/));
  return Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
}
