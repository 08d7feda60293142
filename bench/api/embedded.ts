export async function benchmarkEmbedded(): Promise<void> {}
