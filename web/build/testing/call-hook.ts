// A hook of a build's plugin, for tests of it: whichever way it was written, called as the build does.

export function callHook(plugin: unknown, name: string, context: object, ...given: unknown[]): unknown {
  const hook = (plugin as Record<string, unknown>)[name];
  const run = typeof hook === 'function' ? hook : (hook as { handler: unknown }).handler;
  return Reflect.apply(run as (...args: unknown[]) => unknown, context, given);
}
