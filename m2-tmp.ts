import { Service, MASTER_KEY } from './test/support/service';
import http from 'node:http';
async function main() {
  const service = await Service.start();
  const agent = new http.Agent({keepAlive:true});
  const send = (path: string, body: string, method='POST') => new Promise<string>((res, rej) => {
    const u = new URL(service.url);
    const r = http.request({ agent, method, path, hostname: u.hostname, port: u.port, headers: { authorization: `Bearer ${MASTER_KEY}`, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } }, (a) => { let t=''; let n=0; a.on('data', (c) => { n += c.length; if (t.length<200) t+=c; }); a.on('end', () => res(`${a.statusCode} ${n} bytes ${t.slice(0,160)}`)); });
    r.on('error', rej); r.end(body);
  });
  const ofUnknown = (k: number, m: number) => `{"orders":{"items":[` + Array.from({length:k},(_, i)=>'{'+Array.from({length:m},(_, j)=>`"k${j}":1`).join(',')+'}').join(',') + ']}}';
  const usersAddr = (k: number, m: number) => `{"users":{"addressBook":[` + Array.from({length:k},(_, i)=>'{'+Array.from({length:m},(_, j)=>`"k${j}":1`).join(',')+'}').join(',') + ']}}';
  const known = (k: number) => `{"users":{"addressBook":[` + Array.from({length:k},()=>'{"pId":1,"alias":1,"type":"x","countryCode":1,"firstName":1,"lastName":1,"city":1}').join(',') + ']}}';
  const empty = (k: number) => `{"users":{"addressBook":[` + Array.from({length:k},()=>'{}').join(',') + ']}}';
  const tags = (k: number, m: number) => `{"users":{"wishlist":[` + Array.from({length:k},()=>`[${Array(m).fill('1').join(',')}]`).join(',') + ']}}';
  const cases: [string,string,string][] = [
    ['warm','/v1/users','{"users":{}}'],
    ['users 100x97','/v1/users',usersAddr(100,97)],
    ['users 999x9','/v1/users',usersAddr(999,9)],
    ['users known 1000x7','/v1/users',known(1000)],
    ['users empty 1000','/v1/users',empty(1000)],
    ['orders 999x9','/v1/orders',ofUnknown(999,9)],
    ['tags','/v1/users',tags(100,90)],
  ];
  for (const [name, path, body] of cases) for (let k=0;k<3;k++) {
    const b = process.cpuUsage(); const t = performance.now();
    const answer = await send(path, body);
    const c = process.cpuUsage(b);
    console.log(name, body.length, Math.round((c.user+c.system)/1000)+' ms CPU', Math.round(performance.now()-t)+' ms', answer.replace(/\s+/g,' ').slice(0,100));
  }
  agent.destroy();
  await service.stop();
}
main().catch(console.error);
