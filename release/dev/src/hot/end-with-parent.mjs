// Each hot server loads this. It ends the server and frees its port when `pnpm dev` ends, even by a crash.
process.once('disconnect', () => process.exit());
