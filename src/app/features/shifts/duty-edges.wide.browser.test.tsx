import './duty-edges.browser.cases.tsx';
