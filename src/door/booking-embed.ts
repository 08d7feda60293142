import { createHash } from 'node:crypto';
import { contentPolicy } from './page.ts';

/*
 * The scripts with which the web site of a practice shows the booking page in an iframe that is as high as the page:
 * the booking page sends its height to the page around it, where the script of `/book/embed.js` sets the height of the
 * iframe. Without that script the iframe has the height that the site gave it, and scrolls.
 */

/**
 * The only script of the booking page, which is present only if sites may embed the page. The height says nothing about
 * the visitor, so any page may receive it. The script avoids recent features of JavaScript, because it has to work on
 * old phones.
 */
export const heightScript = `(function () {
  if (parent === window) return;
  var body = document.body, sent = 0, isNew = true;
  function send() {
    var list = document.querySelector('.languages[open] ul');
    var end = list ? list.getBoundingClientRect().bottom - body.getBoundingClientRect().top + 16 : 0;
    var height = Math.ceil(Math.max(body.offsetHeight, end));
    if (height === sent) return;
    parent.postMessage({ frontdeskHeight: height, isNew: isNew }, '*');
    sent = height;
    isNew = false;
  }
  if (window.ResizeObserver) new ResizeObserver(send).observe(body);
  addEventListener('toggle', send, true);
  addEventListener('resize', send);
  addEventListener('message', function (event) {
    if (event.source !== parent || event.data !== 'frontdeskHeight') return;
    sent = 0;
    send();
  });
  send();
})();`;

/** The source of the script for the content security policy. */
const scriptSource = `'sha256-${createHash('sha256').update(heightScript).digest('base64')}'`;

/** The script that a web site loads. It asks every booking page for its height, because it may load after them. */
export const embedScript = `(function () {
  var origin = new URL(document.currentScript.src).origin;
  function frames() {
    return [].filter.call(document.querySelectorAll('iframe'), function (frame) {
      return frame.src.indexOf(origin + '/') === 0 && frame.src.indexOf('/book/') > 0;
    });
  }
  function ask() {
    frames().forEach(function (frame) { frame.contentWindow.postMessage('frontdeskHeight', '*'); });
  }
  addEventListener('message', function (event) {
    var height = event.origin === origin && event.data && event.data.frontdeskHeight;
    if (typeof height !== 'number' || !(height > 0 && height < 20000)) return;
    frames().forEach(function (frame) {
      if (frame.contentWindow !== event.source) return;
      var isShown = frame.hasAttribute('data-frontdesk-shown');
      frame.setAttribute('data-frontdesk-shown', '');
      frame.style.height = height + 'px';
      if (isShown && event.data.isNew && frame.getBoundingClientRect().top < 0) frame.scrollIntoView();
    });
  });
  ask();
  addEventListener('DOMContentLoaded', ask);
})();
`;

/**
 * The headers in which a booking page differs from other pages: the sites in `origins` may embed the page, and its script may
 * run. A header that is not sent is undefined.
 */
export function embeddingHeaders(origins: readonly string[]): Record<string, string | undefined> {
  if (origins.length === 0) return {};
  return {
    'Content-Security-Policy': contentPolicy({ ancestors: origins.join(' '), script: scriptSource }),
    // This header is left out, because it cannot list several origins. Browsers that do not know `frame-ancestors` are
    // too old for the script anyway.
    'X-Frame-Options': undefined,
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
}
