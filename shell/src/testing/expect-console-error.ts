/** For a test in which the shell has something to say on the console: the test looks at what it was. */
export const expectConsoleError = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);
