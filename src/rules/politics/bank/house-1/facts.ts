import type { StateCode } from '../../../country.ts';
import table from './states.json' with { type: 'json' };

/** PTG-2.9: what the state questions are made from. Null where a fact is left out because it is in dispute. */
export interface StateFacts {
  code: StateCode;
  capital: string;
  /** Three other cities. The name of the first does not bring another state to mind. */
  cities: string[];
  /** When it was admitted; of the first thirteen, when it ratified the Constitution. */
  year: number;
  /** Its number in the order of admission. */
  order: number | null;
  nickname: string;
  motto: string | null;
  /** The highest point. */
  highest: string | null;
  /** The largest city of the 2020 census: the capital or one of `cities`. */
  largest: string;
  bird: string | null;
  tree: string;
  flower: string;
}

/** The facts of the 50 states, in alphabetical order of the code. */
export const FACTS = table as StateFacts[];

/** Other names of birds, trees, flowers and cities that count as a right answer. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  mockingbird: ['northern mockingbird'],
  robin: ['American robin'],
  cardinal: ['northern cardinal', 'red cardinal'],
  chickadee: ['black-capped chickadee'],
  goldfinch: ['American goldfinch', 'eastern goldfinch', 'willow goldfinch'],
  loon: ['common loon'],
  nene: ['Hawaiian goose'],
  yellowhammer: ['northern flicker', 'flicker'],
  roadrunner: ['greater roadrunner'],
  'California quail': ['quail', 'valley quail'],
  'eastern bluebird': ['bluebird'],
  'mountain bluebird': ['bluebird'],
  'western meadowlark': ['meadowlark'],
  'ring-necked pheasant': ['pheasant'],
  'blue hen': ['blue hen chicken', 'Delaware blue hen'],
  'brown pelican': ['pelican'],
  'Baltimore oriole': ['oriole'],
  'willow ptarmigan': ['ptarmigan'],
  'California gull': ['gull', 'seagull'],
  'scissor-tailed flycatcher': ['flycatcher'],
  'cactus wren': ['wren'],
  'Carolina wren': ['wren'],
  'brown thrasher': ['thrasher'],
  'hermit thrush': ['thrush'],
  'purple finch': ['finch'],
  'longleaf pine': ['southern longleaf pine', 'pine'],
  redwood: ['California redwood', 'coast redwood', 'giant sequoia'],
  'blue spruce': ['Colorado blue spruce'],
  'white oak': ['oak', 'charter oak', 'wye oak'],
  holly: ['American holly'],
  kukui: ['candlenut', 'candlenut tree'],
  'eastern white pine': ['white pine'],
  dogwood: ['flowering dogwood', 'American dogwood'],
  'red pine': ['Norway pine'],
  'pinyon pine': ['pinyon', 'piñon', 'piñon pine'],
  'eastern hemlock': ['hemlock'],
  'western hemlock': ['hemlock'],
  pecan: ['pecan tree'],
  'quaking aspen': ['aspen'],
  cottonwood: ['plains cottonwood', 'eastern cottonwood'],
  'white birch': ['paper birch', 'birch'],
  'sabal palm': ['sabal palmetto', 'cabbage palm'],
  'sabal palmetto': ['palmetto', 'sabal palm', 'palmetto tree'],
  buckeye: ['Ohio buckeye'],
  'American elm': ['elm'],
  'tulip tree': ['tulip poplar', 'yellow poplar'],
  'tulip poplar': ['tulip tree', 'yellow poplar'],
  'Cherokee rose': ['white Cherokee rose'],
  'wild rose': ['wild prairie rose', 'prairie rose'],
  violet: ['wood violet', 'blue violet', 'common blue violet'],
  rhododendron: ['coast rhododendron', 'great rhododendron'],
  'California poppy': ['golden poppy', 'poppy'],
  columbine: ['Rocky Mountain columbine', 'blue columbine'],
  "lady's slipper": ["pink and white lady's slipper", "showy lady's slipper"],
  'Indian paintbrush': ['paintbrush'],
  'pasque flower': ['American pasque flower', 'pasque'],
  bluebonnet: ['Texas bluebonnet'],
  'purple lilac': ['lilac'],
  'red carnation': ['carnation', 'scarlet carnation'],
  'red clover': ['clover'],
  'yellow hibiscus': ['hibiscus', 'Hawaiian hibiscus'],
  'forget-me-not': ['alpine forget-me-not'],
  'New York City': ['New York'],
  'St. Paul': ['Saint Paul'],
};

/** Further forms of an answer: other names, and a mountain without "Mount". */
export function otherForms(answer: string): string[] {
  const mount = answer.startsWith('Mount ') ? [answer.slice('Mount '.length), `Mt ${answer.slice(6)}`] : [];
  return [...(OTHER_NAMES[answer] ?? []), ...mount];
}
