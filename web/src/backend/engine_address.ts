/** Where `make site` puts the compiled rules, beside the page. */
export const engineAddress = () => new URL('engine/soko_wasm.js', document.baseURI).href;
