// How long functions are.
import { parseSync, Visitor, type VisitorObject } from 'oxc-parser';

/** Of its own: more is two things, or markup that has parts. */
export const FUNCTION_LINES_MAX = 70;
/** Of a function inside of another one, from which its lines count as its own alone. */
const INNER_LINES_MIN = 3;

type Found = { file: string; name: string; lines: number };

type Seen<K extends keyof VisitorObject> = Parameters<NonNullable<VisitorObject[K]>>[0];
type Fn = Seen<'FunctionDeclaration'> | Seen<'ArrowFunctionExpression'>;

/**
 * Lines of every function without those of the functions inside of it: a factory that holds ten of twenty lines is no long function,
 * a component whose markup has a hundred is one.
 */
export function functionsIn(file: string, text: string): Found[] {
  const { program } = parseSync(file, text);
  const lineAt = createLineAt(text);
  const open: { node: Fn; inner: number }[] = [];
  const found: Found[] = [];
  let lastName = '';
  const enter = (node: Fn): void => void open.push({ node, inner: 0 });
  const leave = (node: Fn): void => {
    const own = open.pop();
    const lines = lineAt(node.end) - lineAt(node.start) + 1;
    const outer = open.at(-1);
    if (outer !== undefined && lines >= INNER_LINES_MIN) outer.inner += lines;
    const name = ('id' in node ? node.id?.name : undefined) ?? lastName;
    found.push({ file, name, lines: lines - (own?.inner ?? 0) });
  };
  new Visitor({
    FunctionDeclaration: enter,
    FunctionExpression: enter,
    ArrowFunctionExpression: enter,
    'FunctionDeclaration:exit': leave,
    'FunctionExpression:exit': leave,
    'ArrowFunctionExpression:exit': leave,
    VariableDeclarator: ({ id }) => {
      if (id.type === 'Identifier') lastName = id.name;
    },
  }).visit(program);
  return found;
}

function createLineAt(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
