#!/usr/bin/env node
// Starts the Firefox of FIREFOX_PATH for Playwright, and stands between the two: Playwright 1.65 sets the colour scheme of
// every page by a command of WebDriver BiDi that Firefox does not know up to its release 153, and gives up there. Where
// Firefox does not know it, the light scheme that it has anyway is taken for set; everything else passes unchanged.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

const path = process.env['FIREFOX_PATH'];
if (!path) throw new Error('FIREFOX_PATH names no Firefox.');

/** @param {{ method?: string, params?: { features?: Record<string, unknown> } }} command */
function setsLightScheme({ method, params }) {
  return method === 'emulation.setMediaFeaturesOverride' && params?.features?.['prefers-color-scheme'] === 'light';
}

/** @param {WebSocket} playwright @param {string} address */
function passOn(playwright, address) {
  const firefox = new WebSocket(address);
  const opened = once(firefox, 'open');
  /** @type {Set<number>} */
  const schemes = new Set();
  playwright.on('message', async (data) => {
    const text = data.toString();
    const command = JSON.parse(text);
    if (setsLightScheme(command)) schemes.add(command.id);
    await opened;
    firefox.send(text);
  });
  firefox.on('message', (data) => {
    const text = data.toString();
    const { id, error } = JSON.parse(text);
    const taken = schemes.delete(id) && error === 'unknown command';
    playwright.send(taken ? JSON.stringify({ type: 'success', id, result: {} }) : text);
  });
  firefox.once('error', () => playwright.close());
  firefox.once('close', () => playwright.close());
  playwright.once('close', () => firefox.close());
}

const firefox = spawn(path, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] });
firefox.once('error', (error) => {
  throw error;
});
firefox.once('exit', (code) => process.exit(code ?? 1));
createInterface({ input: firefox.stderr }).on('line', (line) => {
  const [words = '', address] = /^(WebDriver BiDi listening on )(ws:\/\/\S+)/.exec(line)?.slice(1) ?? [];
  if (address === undefined) {
    process.stderr.write(`${line}\n`);
    return;
  }
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (playwright, { url = '' }) => passOn(playwright, address + url));
  server.once('listening', () => {
    const own = server.address();
    if (own !== null && typeof own === 'object') process.stderr.write(`${words}ws://127.0.0.1:${own.port}\n`);
  });
});
