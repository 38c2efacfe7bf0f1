/** A registered path: its pattern and its methods. */
export interface RouteMatch {
  pattern: string;
  methods: string[];
}

interface Node {
  literals: Map<string, Node>;
  parameter: Node | null;
  match: RouteMatch | null;
}

const order = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * The methods of each path, which distinguish a wrong method from a wrong path. A literal segment never matches a
 * parameter: if `/campaigns/create` and `/campaigns/:id` exist, `create` is not an ID.
 */
export class RouteTable {
  private readonly root = emptyNode();

  add(method: string, pattern: string): void {
    const node = segmentsOf(pattern).reduce(descend, this.root);
    node.match ??= { pattern, methods: [] };
    if (!node.match.methods.includes(method)) node.match.methods.push(method);
    node.match.methods.sort((a, b) => order.indexOf(a) - order.indexOf(b));
  }

  /** The path of a request target. Null: it has no path. Case, trailing, and double slashes matter. */
  find(target: string): RouteMatch | null {
    const segments = readSegments(target);
    if (!segments) return null;
    let node: Node | null = this.root;
    for (const segment of segments) {
      node = node.literals.get(segment) ?? (segment === '' ? null : node.parameter);
      if (!node) return null;
    }
    return node.match;
  }
}

function emptyNode(): Node {
  return { literals: new Map(), parameter: null, match: null };
}

function descend(node: Node, segment: string): Node {
  if (segment.startsWith(':')) return (node.parameter ??= emptyNode());
  const next = node.literals.get(segment) ?? emptyNode();
  node.literals.set(segment, next);
  return next;
}

/** `/` has no segments; `/a/` has two, the last one empty. */
function segmentsOf(path: string): string[] {
  return path === '/' ? [] : path.slice(1).split('/');
}

/** The decoded segments of a target in origin form or absolute form (RFC 9112 §3.2); null if it is neither. */
function readSegments(target: string): string[] | null {
  const [, origin, path = ''] = /^(https?:\/\/[^/?#]+)?([^?#]*)/i.exec(target) ?? [];
  if (!path.startsWith('/')) return path === '' && origin !== undefined ? [] : null;
  try {
    return segmentsOf(path).map(decodeURIComponent);
  } catch {
    return null;
  }
}
