// The judge: reads a history and says what no shop that keeps its promises could have done. It shares no code with the shop.
import { judgeAnswers } from './answers.ts';
import { judgeDrawer } from './drawer.ts';
import { operationsOf, type Finding, type History } from './history.ts';
import { judgeLog } from './log.ts';
import { judgeMenu } from './menu.ts';
import { judgeMoney } from './money.ts';
import { judgeNumbers } from './numbers.ts';
import { judgeOrders } from './orders.ts';
import { judgeReads } from './reads.ts';
import { judgeWholesale } from './wholesale.ts';

export function audit(history: History): Finding[] {
  const operations = operationsOf(history);
  const { findings, lost } = judgeLog(history, operations);
  return [
    ...findings,
    ...judgeOrders(history, operations, lost),
    ...judgeReads(history, operations, lost),
    ...judgeNumbers(history, operations, lost),
    ...judgeMoney(history, operations, lost),
    ...judgeAnswers(history, operations, lost),
    ...judgeDrawer(history, operations),
    ...judgeWholesale(history),
    ...judgeMenu(history),
  ];
}

export const findingsTold = (history: History): string[] =>
  audit(history).map(({ kind, text }) => `[${kind}] ${text}`);
