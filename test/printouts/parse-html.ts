import { parseFragment } from 'parse5';

/** A node of an HTML tree, as parse5 gives it. */
export interface Node {
  nodeName: string;
  value?: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Node[];
}

/** Parses a fragment of HTML as browsers do. Throws if the markup has errors. */
export function parseHtml(html: string): Node {
  const errors: string[] = [];
  const root = parseFragment(html, { onParseError: (error) => errors.push(error.code) });
  if (errors.length > 0) throw new Error(`The HTML has errors: ${errors.join(', ')}.`);
  return root as unknown as Node;
}

/** The node and all nodes in it, in document order; with a name, only the elements of that name. */
export function nodesIn(node: Node, name?: string): Node[] {
  const below = (node.childNodes ?? []).flatMap((child) => nodesIn(child, name));
  return name === undefined || node.nodeName === name ? [node, ...below] : below;
}

export function attributeOf(node: Node, name: string): string | undefined {
  return node.attrs?.find((attribute) => attribute.name === name)?.value;
}

/** The text in a node. */
export function textIn(node: Node): string {
  return node.nodeName === '#text' ? (node.value ?? '') : (node.childNodes ?? []).map(textIn).join('');
}
