// The forms of settings that both servers read from their environment.
import { z } from 'zod';
import { readHostNames } from './own-hosts.ts';
import { weaknessOfText } from './weak-secret.ts';

/** A switch of the environment: 1 is on, 0 or nothing is off. */
export const flag = z
  .enum(['0', '1'], 'use 0 or 1')
  .default('0')
  .transform((value) => value === '1');
/** A port of the environment; 0 lets the system choose. */
export const port = z.coerce.number('use a port number').int().min(0).max(65535);
/** Without the slashes at its end. */
export const url = z
  .url({ protocol: /^https?$/, error: 'use an http(s) address' })
  .transform((value) => value.replace(/(?<!\/)\/+$/, ''));

/** Host names of the environment, with commas between them. */
export const hostNames = z
  .string()
  .default('')
  .transform((value, context) => {
    const names = readHostNames(value);
    if (names) return names;
    context.issues.push({
      code: 'custom',
      input: value,
      message: 'use names such as acai.lan,10.0.0.9, without port',
    });
    return z.NEVER;
  });

/** A pairing code that the operator chose: at least eight characters, and none that is easily guessed. */
export const pairingCode = z
  .string()
  .min(8, 'use at least eight characters')
  .superRefine((code, context) => {
    const weakness = weaknessOfText(code);
    if (weakness !== null)
      context.addIssue(
        `this code keeps nobody out, ${weakness}: make up another one, or remove it when store and relay are paired`,
      );
  });

/** A variable that is set to nothing counts as one that is not set. */
export const withoutEmpty = (environment: NodeJS.ProcessEnv): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));

/** What is wrong, a line for each variable. */
export const linesOf = (error: z.ZodError): string[] =>
  error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
